import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { matchPlace } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { GeoDependence } from '#platform/geo/geo-provider';
import type { Clock } from '#platform/kernel/clock';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import { unknownPlace } from '#standards/jurisdiction/index';
import type { VisitorTerms } from '../bootstrap';

export interface TermsFinderOptions {
  readonly compliance: Pick<ResolvedConfig['compliance'], 'type' | 'defaultGroup' | 'jurisdictions'>;
  readonly placeDependsOn: Required<GeoDependence>;
  readonly clientIp: (req: IncomingMessage) => string | null;
  readonly findTerms: (visit: {
    readonly headers: IncomingHttpHeaders;
    readonly ip: string | null;
  }) => Promise<VisitorTerms>;
  readonly clock: Clock;
}

/** Finds the rules of the places of visitors, from memory where their headers alone decide. */
export interface TermsFinder {
  /** The rules for all visitors; undefined: they depend on the place. */
  readonly everywhere: VisitorTerms | undefined;
  /** Returns the rules if they are known without waiting. */
  current(req: IncomingMessage): VisitorTerms | undefined;
  find(req: IncomingMessage): Promise<VisitorTerms>;
}

/** Longest combination of headers that is kept (characters): anybody can send others. */
const maxLength = 1000;

/** How long the rules for a combination of headers are kept (ms): laws come into force. */
const keptMs = 60_000;

export function createTermsFinder({
  compliance,
  placeDependsOn: { headers: names, address, hints },
  clientIp,
  findTerms,
  clock,
}: TermsFinderOptions): TermsFinder {
  const kept = createGrowingCache<VisitorTerms>(5000, { ttl: keptMs });
  // Without a time zone, which only scripts know, the languages are all that is left of the hints.
  const read = hints ? [...names, 'accept-language'] : names;
  function toKey({ headers }: IncomingMessage): string {
    let key = '';
    for (const name of read) key += `${headers[name] ?? ''}\n`;
    return key;
  }
  const everywhere =
    compliance.type === 'auto' ? undefined : matchPlace(compliance, unknownPlace, clock.now());
  return {
    everywhere,
    current(req) {
      if (everywhere !== undefined) return everywhere;
      return address ? undefined : kept.get(toKey(req));
    },
    async find(req) {
      const terms = await findTerms({ headers: req.headers, ip: clientIp(req) });
      const key = address ? null : toKey(req);
      if (key !== null && key.length <= maxLength) kept.set(key, terms);
      return terms;
    },
  };
}
