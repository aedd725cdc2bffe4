import type { ResolvedConfig } from '#platform/config/config-schema';
import { defineRoute, type Route } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { explainSection, gppStringFaults, readGppString } from '#standards/gpp/index';
import {
  checkTcString,
  readTcString,
  type TcStringExpectations,
  tcStringRefusals,
} from '#standards/tcf/index';
import { DecodedGppString, DecodedTcString, StringQuery, TcStringQuery } from './decode-schemas';
import { explainTcString, type FrameworkNames } from './explain-tc-string';

export interface DecodeRoutesOptions {
  readonly tcf: ResolvedConfig['tcf'];
  readonly gpp: ResolvedConfig['gpp'];
  readonly registry: {
    /** Returns names in a language from the vendor list; null without a list. Never rejects. */
    names(lang: string): Promise<FrameworkNames | null>;
    newest(): Pick<TcStringExpectations, 'vendorList' | 'cmp'>;
  };
  readonly clock: Clock;
}

const access = { permission: 'registrations:read' } as const;

/** Creates the routes that explain strings of the IAB frameworks. */
export function decodeRoutes({ tcf, gpp, registry, clock }: DecodeRoutesOptions): Route[] {
  const { cmpId = 0, cmpVersion = 0, publisherCC = '' } = tcf;
  return [
    defineRoute({
      id: 'decodeTcString',
      method: 'GET',
      path: '/tcf/decode',
      tag: 'TCF',
      summary: 'Decode a TC string with names, and check whether it would be accepted',
      access,
      query: TcStringQuery,
      replies: { 200: { description: 'The string, explained', schema: DecodedTcString } },
      errors: ['tcf_disabled', 'invalid_tc_string'],
      disabled: tcf.enabled ? undefined : 'tcf_disabled',
      async handle({ query: { string, lang = 'en' } }) {
        const facts = readTcString(string);
        if (typeof facts === 'string')
          throw new ServiceError('invalid_tc_string', because(facts, tcStringRefusals[facts]));
        const reason = checkTcString(string, {
          cmpId,
          cmpVersion,
          publisherCC,
          ...registry.newest(),
          now: clock.now(),
        });
        const check = {
          valid: reason === null,
          reason,
          message: reason === null ? null : tcStringRefusals[reason],
        };
        return { body: { ...explainTcString(facts, await registry.names(lang)), check } };
      },
    }),
    defineRoute({
      id: 'decodeGppString',
      method: 'GET',
      path: '/gpp/decode',
      tag: 'GPP',
      summary: 'Decode a GPP string section by section, in words',
      access,
      query: StringQuery,
      replies: { 200: { description: 'The string, explained', schema: DecodedGppString } },
      errors: ['gpp_disabled', 'invalid_gpp_string'],
      disabled: gpp.enabled ? undefined : 'gpp_disabled',
      handle({ query: { string } }) {
        const sections = readGppString(string);
        if (typeof sections === 'string')
          throw new ServiceError('invalid_gpp_string', because(sections, gppStringFaults[sections]));
        return {
          body: {
            sections: sections.map((section) => ({
              id: section.id,
              name: section.name,
              fields: explainSection(section),
            })),
          },
        };
      },
    }),
  ];
}

const because = (reason: string, message: string) => ({
  body: { reason, details: [{ path: 'string', message }] },
});
