import type { IncomingMessage } from 'node:http';
import { describeError, type Logger } from '../kernel/logger';
import type { ErrorReply } from './replies';
import { namedParameters, readQuery } from './request-head';
import type { FailedRequest, Route, RouteReply } from './route';
import { isNavigation } from './wanted-form';

// Why: docs/adr/0176-errors-that-people-see.md

interface Failure extends Pick<FailedRequest, 'requestId' | 'sent'> {
  /** Undefined: the path or the method is unknown. */
  readonly route: Route | undefined;
  readonly mount: () => Pick<FailedRequest, 'mountPath' | 'mountUrl'>;
}

/** Returns an error as the route answers it to a person; as JSON for programs, and when that fails. */
export async function toPersonalReply(
  req: IncomingMessage,
  reply: ErrorReply,
  { route, requestId, sent, mount }: Failure,
  logger: Logger,
): Promise<RouteReply> {
  if (route?.errorPage === undefined || !isNavigation(req.headers)) return reply;
  const { status, code, headers } = reply;
  try {
    const page = await route.errorPage({
      ...mount(),
      sent,
      status,
      code,
      requestId,
      method: req.method ?? '',
      headers: req.headers,
      query: namedParameters(route, readQuery(req).query),
    });
    return page === null ? reply : { status, ...page, headers: { ...headers, ...page.headers } };
  } catch (error) {
    logger.warn(
      { requestId, error: describeError(error) },
      'Could not write the page of an error; sent the error as JSON',
    );
    return reply;
  }
}
