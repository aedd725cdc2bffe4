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

/** A place where a profile violates a rule, and how to fix it. */
export interface ComplianceFinding extends Omit<RuleHit, 'detail'> {
  readonly rule: string;
  readonly message: string;
  /** Passage of the law or guideline; absent for rules that apply under any law. */
  readonly law?: string;
}

export interface ComplianceResult {
  /** Findings that block a save. */
  readonly errors: ComplianceFinding[];
  readonly warnings: ComplianceFinding[];
}

/** Severities that replace the built-in ones, by rule id. */
export type RuleSeverities = Readonly<Record<string, RuleSeverity>>;

/** Options that apply to all groups. */
export interface RuleOptions {
  /** Time of the check (epoch milliseconds); laws apply from their first day. */
  readonly now: number;
  readonly severities?: RuleSeverities;
}

export interface ComplianceOptions extends RuleOptions {
  readonly group: ComplianceGroupId;
}

/** Greatest number of findings of one rule and level; one more states how many are left out. */
const maxPerRule = 100;

/**
 * Checks a profile against every rule of its compliance group. The function is pure and never throws,
 * whatever the input contains; parts that it cannot understand are treated as absent. Its time is
 * proportional to the size of the input.
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
    for (const hit of findHits(rule, facts)) {
      const level = configured ?? getLevel(rule, facts, hit);
      counts[level] += 1;
      if (counts[level] <= maxPerRule) lists[level].push(toFinding(rule, hit));
    }
    for (const level of ['error', 'warning'] as const) {
      const left = counts[level] - maxPerRule;
      if (left > 0)
        lists[level].push({
          rule: rule.id,
          message: `The same problem, ${left} more ${left === 1 ? 'time' : 'times'}`,
        });
    }
  }
  return result;
}

function findHits(rule: ComplianceRule, facts: ComplianceFacts): Iterable<RuleHit> {
  if (rule.judges === 'settings') return facts.settings === null ? [] : rule.check(facts, facts.settings);
  if (rule.judges === 'texts and buttons')
    return facts.layout === null ? [] : rule.check(facts, facts.layout);
  return rule.check(facts);
}

function getLevel(
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

/**
 * Greatest length of an id in a message (characters). Ids of a profile have at most 64 characters; a longer
 * one must not flood a message.
 */
const maxShown = 100;

function toFinding({ id, message, source }: ComplianceRule, { detail, ...hit }: RuleHit): ComplianceFinding {
  const { category, parameter, locale } = hit;
  const values: Readonly<Record<string, string | undefined>> = { category, parameter, locale, detail };
  return {
    rule: id,
    message: message.replace(/\{(\w+)\}/g, (_whole, key: string) => values[key]?.slice(0, maxShown) ?? ''),
    ...hit,
    ...(source === structural ? {} : { law: source }),
  };
}
