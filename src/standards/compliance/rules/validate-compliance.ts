import type { ComplianceGroupId } from '../compliance-group-ids';
import { type ComplianceFacts, type ComplianceInput, readComplianceFacts } from './compliance-facts';
import {
  type ComplianceRule,
  type RuleHit,
  type RuleLevel,
  type RuleSeverity,
  structural,
} from './compliance-rule';
import { complianceRules } from './compliance-rules';

/** Where a profile does not keep a rule, and what to do about it. */
export interface ComplianceFinding extends Omit<RuleHit, 'detail'> {
  readonly rule: string;
  readonly message: string;
  /** Where the law or guideline says so; absent for rules that hold under any law. */
  readonly law?: string;
}

export interface ComplianceResult {
  /** What blocks a save. */
  readonly errors: ComplianceFinding[];
  readonly warnings: ComplianceFinding[];
}

/** Severities in place of the built-in ones, by rule id. */
export type RuleSeverities = Readonly<Record<string, RuleSeverity>>;

/** How rules are applied, whatever the group. */
export interface RuleOptions {
  /** Epoch milliseconds: laws apply from their day on. */
  readonly now: number;
  readonly severities?: RuleSeverities;
}

export interface ComplianceOptions extends RuleOptions {
  readonly group: ComplianceGroupId;
}

/** Findings of one rule and level; one more tells how many are left out. */
const maxPerRule = 100;

/**
 * Judges a profile by every rule of its compliance group. Pure: the same answer for the same input. It never
 * throws, whatever the input holds; what it cannot understand counts as absent. Its time grows with the size
 * of the input, in proportion.
 */
export function validateCompliance(
  input: ComplianceInput,
  { group, now, severities = {} }: ComplianceOptions,
): ComplianceResult {
  const facts = readComplianceFacts(input, group, now);
  const result: ComplianceResult = { errors: [], warnings: [] };
  for (const rule of complianceRules) {
    const configured = Object.hasOwn(severities, rule.id) ? severities[rule.id] : undefined;
    if (!rule.groups.includes(group) || configured === 'off') continue;
    const counts = { error: 0, warning: 0 };
    const lists = { error: result.errors, warning: result.warnings };
    for (const hit of hitsOf(rule, facts)) {
      const level = configured ?? levelOf(rule, facts, hit);
      counts[level] += 1;
      if (counts[level] <= maxPerRule) lists[level].push(findingOf(rule, hit));
    }
    for (const level of ['error', 'warning'] as const) {
      const left = counts[level] - maxPerRule;
      if (left > 0)
        lists[level].push({
          rule: rule.id,
          message: `The same again, ${left} more ${left === 1 ? 'time' : 'times'}`,
        });
    }
  }
  return result;
}

function hitsOf(rule: ComplianceRule, facts: ComplianceFacts): Iterable<RuleHit> {
  if (rule.judges === 'settings') return facts.settings === null ? [] : rule.check(facts, facts.settings);
  if (rule.judges === 'texts and buttons')
    return facts.layout === null ? [] : rule.check(facts, facts.layout);
  return rule.check(facts);
}

function levelOf(
  { severity, severityIn, severityFor }: ComplianceRule,
  { group, parameters }: ComplianceFacts,
  { parameter }: RuleHit,
): RuleLevel {
  const purpose = parameter === undefined ? undefined : parameters.get(parameter)?.purpose;
  const byPurpose =
    severityFor !== undefined && purpose !== undefined && Object.hasOwn(severityFor, purpose)
      ? severityFor[purpose]
      : undefined;
  return byPurpose ?? severityIn?.[group] ?? severity;
}

/** Ids of a profile are 64 characters at most; a longer one cannot flood a message. */
const maxShown = 100;

function findingOf({ id, message, source }: ComplianceRule, { detail, ...hit }: RuleHit): ComplianceFinding {
  const values: Readonly<Record<string, string | undefined>> = { ...hit, detail };
  return {
    rule: id,
    message: message.replace(/\{(\w+)\}/g, (_whole, key: string) => values[key]?.slice(0, maxShown) ?? ''),
    ...hit,
    ...(source === structural ? {} : { law: source }),
  };
}
