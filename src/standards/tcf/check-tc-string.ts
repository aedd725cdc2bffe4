import { formatRules } from './tc-format-rules';
import { listRules } from './tc-list-rules';
import { readTcString, type TcStringFault } from './tc-string';
import type { TcStringExpectations } from './tc-string-rule';

const rules = [...formatRules, ...listRules];

export type TcStringRefusal = TcStringFault | (typeof rules)[number]['reason'];

const faults: Readonly<Record<TcStringFault, string>> = {
  not_base64url: 'must consist of base64url segments joined by dots',
  unsupported_version: 'must be a TC string of version 2',
  undecodable: 'cannot be decoded',
  too_many_vendors: 'lists more vendors than any vendor list has',
};

/** Message for each refusal. */
export const tcStringRefusals = {
  ...faults,
  ...Object.fromEntries(rules.map(({ reason, message }) => [reason, message])),
} as Readonly<Record<TcStringRefusal, string>>;

/**
 * Checks the TC string of a decision against the framework and this CMP; returns null when it is valid.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2; IAB Europe TCF Policies 5.0.b.
 */
export function checkTcString(text: string, expected: TcStringExpectations): TcStringRefusal | null {
  const facts = readTcString(text);
  return typeof facts === 'string'
    ? facts
    : (rules.find(({ isBroken }) => isBroken(facts, expected))?.reason ?? null);
}
