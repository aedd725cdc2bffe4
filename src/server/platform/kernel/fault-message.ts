import type { ErrorObject } from 'ajv';
import type { BrokenRule, FaultRule } from './fault-rules';
import { patternRules, patternSentences } from './pattern-sentences';

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a URL with its scheme, such as https://example.com/path',
  hostname: 'a host name',
  date: 'a date such as 2026-01-31',
  'date-time': 'an ISO 8601 date and time such as 2026-01-31T12:00:00Z',
};

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Describes a fault as a clause, for configuration and requests alike: `must be a string`.
 * @param error an error of an Ajv with `verbose`
 * @param show returns an accepted value as it appears in the message
 */
export function faultMessage(
  { keyword, params = {}, message, parentSchema }: ErrorObject,
  show: (value: unknown) => string = String,
): string {
  const { limit } = params as { readonly limit: number };
  const accepted: readonly unknown[] | undefined = (
    parentSchema as { readonly enum?: readonly unknown[] } | undefined
  )?.enum;
  switch (keyword) {
    case 'enum':
    case 'type':
      if (accepted !== undefined) return `must be one of ${accepted.map(show).join(', ')}`;
      return `must be ${[params.type]
        .flat()
        .map((type) => nouns[type] ?? type)
        .join(' or ')}`;
    case 'const':
      return `must be ${show(params.allowedValue)}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`;
    case 'maxLength':
      return `must have at most ${counted(limit, 'character')}`;
    case 'minItems':
    case 'maxItems':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${counted(limit, 'item')}`;
    case 'maxProperties':
      return `must have at most ${counted(limit, 'key')}`;
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'format':
      return `must be ${formats[params.format] ?? `a value of format ${params.format}`}`;
    case 'pattern':
      return patternSentences[params.pattern] ?? 'has characters that are not allowed here';
    case 'anyOf':
    case 'oneOf':
      return 'must match one of the accepted schemas';
    default:
      return message ?? 'is not valid';
  }
}

const rulesWithLimit: Readonly<Record<string, FaultRule>> = {
  minLength: 'min_length',
  maxLength: 'max_length',
  minItems: 'min_items',
  maxItems: 'max_items',
  minimum: 'minimum',
  maximum: 'maximum',
};

const rulesOfKeywords: Readonly<Record<string, FaultRule>> = {
  required: 'required',
  enum: 'one_of',
  uniqueItems: 'repeated',
};

const rulesOfFormats: Readonly<Record<string, FaultRule>> = {
  email: 'email',
  uri: 'web_address',
  date: 'date',
  'date-time': 'date',
};

/** Returns the rule that an error of Ajv is about; empty when clients must show the sentence itself. */
export function brokenRule({ keyword, params }: ErrorObject): BrokenRule {
  const { limit, format, pattern, type } = params as {
    readonly limit?: number;
    readonly format?: string;
    readonly pattern?: string;
    readonly type?: string;
  };
  const limited = rulesWithLimit[keyword];
  if (limited !== undefined && limit !== undefined)
    return limit === 1 && keyword.startsWith('min') && keyword !== 'minimum'
      ? { rule: 'required' }
      : { rule: limited, limit };
  const rule =
    (format !== undefined && rulesOfFormats[format]) ||
    (pattern !== undefined && patternRules[pattern]) ||
    (type === 'integer' && 'whole_number') ||
    rulesOfKeywords[keyword];
  return rule ? { rule } : {};
}
