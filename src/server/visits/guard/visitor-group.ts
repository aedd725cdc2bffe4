import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { GeoDependence } from '#platform/geo/geo-provider';
import { createGrowingCache } from '#platform/kernel/growing-cache';

export interface VisitorGroupsOptions {
  readonly compliance: Pick<ResolvedConfig['compliance'], 'type'>;
  readonly placeDependsOn: Required<GeoDependence>;
  readonly clientIp: (req: IncomingMessage) => string | null;
  readonly findGroup: (visit: {
    readonly headers: IncomingHttpHeaders;
    readonly ip: string | null;
  }) => Promise<string>;
}

/** Finds the compliance groups of visitors, from memory where their headers alone decide. */
export interface VisitorGroups {
  /** The group of all visitors; undefined: it depends on their place. */
  readonly everywhere: string | undefined;
  /** Returns the group if it is known without waiting. */
  current(req: IncomingMessage): string | undefined;
  find(req: IncomingMessage): Promise<string>;
}

/** Longest combination of headers that is kept (characters): anybody can send others. */
const maxLength = 1000;

/** How long the group of a combination of headers is kept (ms): laws come into force. */
const keptMs = 60_000;

export function createVisitorGroups({
  compliance: { type },
  placeDependsOn: { headers: names, address, hints },
  clientIp,
  findGroup,
}: VisitorGroupsOptions): VisitorGroups {
  const groups = createGrowingCache<string>(5000, { ttl: keptMs });
  // Without a time zone, which only scripts know, the languages are all that is left of the hints.
  const read = hints ? [...names, 'accept-language'] : names;
  function toKey({ headers }: IncomingMessage): string {
    let key = '';
    for (const name of read) key += `${headers[name] ?? ''}\n`;
    return key;
  }
  const everywhere = type === 'auto' ? undefined : type;
  return {
    everywhere,
    current(req) {
      if (everywhere !== undefined) return everywhere;
      return address ? undefined : groups.get(toKey(req));
    },
    async find(req) {
      const group = await findGroup({ headers: req.headers, ip: clientIp(req) });
      const key = address ? null : toKey(req);
      if (key !== null && key.length <= maxLength) groups.set(key, group);
      return group;
    },
  };
}
