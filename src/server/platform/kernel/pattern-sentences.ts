import type { FaultRule } from './fault-rules';
import { subjectIdPattern, visitorIdPattern } from './ids';
import { displayName, notAScript, plainText, safeUrl, trimmedName, webAddressOrBlank } from './text-patterns';

/**
 * Descriptions of the patterns in schemas, so that nobody has to read a regular expression.
 * `test/meta/pattern-sentences.test.ts` fails for a pattern without one.
 */
export const patternSentences: Readonly<Record<string, string>> = {
  // Texts and names
  '\\S': 'must not be blank',
  [displayName]: 'must not be blank, and have no line breaks and invisible characters',
  [trimmedName]: 'must be one line without invisible characters, and without spaces at its start and end',
  '^[^:]+$': 'must not contain a colon',
  [plainText]: 'must be plain text on one line, without < and >',
  [notAScript]: 'must not be a `javascript:`, `data:` or `vbscript:` address',
  '^#[0-9A-Fa-f]{6}$': 'must be a colour such as #1a2b3c',
  '^[A-Za-z][A-Za-z0-9 ,_-]*$': 'must be names of fonts, such as Georgia, serif',

  // Addresses and paths
  '^(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~-]+)*$':
    'must be empty or a path that starts with a slash and does not end with one, such as /consent',
  '^(/(?!\\.{1,2}/)[A-Za-z0-9._~-]+)*/$':
    'must be a path that starts and ends with a slash, such as /consent/',
  '^/[^;\\u0000-\\u001f]*$': 'must be a path that starts with a slash, without a semicolon',
  '^/[^\\u0000-\\u0020\\u007f;]*$': 'must be a path that starts with a slash, without spaces and semicolons',
  '^https?://': 'must start with http:// or https://',
  '^https?://[^?#]+$': 'must start with http:// or https:// and have no ? and no #',
  '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$':
    'must start with http:// or https:// and have no user name, ? or #, such as https://shop.example/svc/',
  '^(https?://[^\\s]+|/([^/\\s].*)?)$': 'must be a path such as /sign-in, or start with http:// or https://',
  [webAddressOrBlank]: 'must start with http:// or https://',
  [safeUrl]: 'must be a path such as /privacy, or start with http:// or https://',

  // Ids
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$':
    'must be lower-case words with hyphens between them, starting with a letter, such as opt-in',
  '^[a-z][a-z0-9_]{0,15}$':
    'must start with a lower-case letter and have at most 16 lower-case letters, digits and underscores',
  '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$':
    'must have only lower-case letters, digits and hyphens, and no hyphen at its start or end',
  '^[^\\u0000-\\u001f\\u007f]{1,64}$': 'must have 1 to 64 characters, without control characters',
  '^[A-Za-z0-9_-]{22}$': 'must be the random text of the page: 22 letters, digits, hyphens and underscores',
  '^(19|20)[0-9]{2}$': 'must be a year such as 1990',
  '^[A-Za-z0-9._~-]{1,64}$': 'must have 1 to 64 letters, digits and . _ ~ -',
  '^[\\x21-\\x7e]{1,128}$': 'must have 1 to 128 visible ASCII characters, without spaces',
  [visitorIdPattern]:
    'must have 1 to 128 letters, digits and . _ ~ - and not be `.`, `..` or `parental-consent-resolve`',
  [subjectIdPattern]: 'must have 1 to 128 visible ASCII characters, without spaces, and not be `.` or `..`',
  '^[0-9]{6}$': 'must be six digits',
  '^[1-9][0-9]{0,3}$': 'must be a whole number from 1 to 9999',
  '^[1-9][0-9]{0,8}$': 'must be a whole number from 1 to 999999999',

  // Cookies
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$":
    'must be a cookie name: 1 to 64 letters, digits and signs such as _ and -',
  "^(?!__)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,57}$":
    'must be a cookie name of 1 to 57 letters, digits and signs such as _ and -, not starting with __',
  '^[A-Za-z0-9][A-Za-z0-9_-]{0,56}$':
    'must start with a letter or digit and have at most 57 letters, digits, underscores and hyphens',

  // Codes of standards
  '^[A-Z]$': 'must be a capital letter',
  '^[A-Z]{2}$': 'must be a country in two capital letters (ISO 3166-1), such as DE',
  '^[A-Z]{2}(-[A-Z0-9]{1,3})?$':
    'must be a country or region in capital letters (ISO 3166), such as DE or US-CA',
  '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$': 'must be a language such as en or pt-BR',
  '^[a-z0-9]+$': 'must have only lower-case letters and digits, such as usca',
  '(^| )openid( |$)': 'must contain the word openid',
};

/** Rules of the patterns that forms of the dashboard can break. */
export const patternRules: Readonly<Record<string, FaultRule>> = {
  '\\S': 'required',
  [displayName]: 'one_line',
  [trimmedName]: 'one_line',
  [plainText]: 'plain_text',
  [notAScript]: 'address_or_path',
  '^#[0-9A-Fa-f]{6}$': 'color',
  '^[A-Za-z][A-Za-z0-9 ,_-]*$': 'fonts',
  '^/[^;\\u0000-\\u001f]*$': 'path',
  '^https?://': 'web_address',
  [webAddressOrBlank]: 'web_address',
  [safeUrl]: 'address_or_path',
  '^[a-z][a-z0-9]*(-[a-z0-9]+)*$': 'group_name',
  '^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$': 'slug',
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$": 'cookie_name',
  '^[A-Z]{2}$': 'country',
  '^[A-Z]{2}(-[A-Z0-9]{1,3})?$': 'country_or_region',
  '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$': 'language',
  '^[0-9]{6}$': 'six_digits',
};
