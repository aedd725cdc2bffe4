import { type Static, Type } from '@sinclair/typebox';
import { purposes } from '../../standards/compliance';

/** Parameters (cookies) and categories: templates and profiles have them in the same form. */

export const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
const optional = Type.Optional;

/** Ids of parameters and categories become keys of JSON objects and stand in URLs of nobody: any short visible text. */
export const entryId = '^[^\\u0000-\\u001f\\u007f]{1,64}$';

const cpraCategories = ['selling', 'sharing', 'sensitive', 'none'] as const;

export const Parameter = Type.Object({
  purpose: oneOf(purposes),
  listenGpc: Type.Boolean({ description: 'Whether a Global Privacy Control signal denies this parameter.' }),
  cpraCategory: optional(oneOf(cpraCategories)),
  preGranted: optional(Type.Boolean({ description: 'Granted before any choice. Default false.' })),
  name: optional(Type.String({ maxLength: 300, description: 'Name shown to visitors; patterns such as `_ga_*` allowed.' })),
  provider: optional(Type.String({ maxLength: 300 })),
  description: optional(Type.String({ maxLength: 5000 })),
  duration: optional(Type.String({ maxLength: 300 })),
  domains: optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
});
export type Parameter = Static<typeof Parameter>;

export const CookieMap = Type.Record(Type.String({ pattern: entryId }), Parameter, { maxProperties: 2000, additionalProperties: false });
export type CookieMap = Static<typeof CookieMap>;

const legalBases = ['mandatory', 'consent', 'legitimate-interest'] as const;

export const Category = Type.Object({
  heading: optional(Type.String({ maxLength: 1000 })),
  htmlText: optional(Type.String({ maxLength: 100_000, description: 'Operator-written HTML; sanitised when a profile is saved.' })),
  legalBasis: optional(oneOf(legalBases)),
  cookies: optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 2000 })),
});
export type Category = Static<typeof Category>;

export const CategoryMap = Type.Record(Type.String({ pattern: entryId }), Category, { maxProperties: 200, additionalProperties: false });
export type CategoryMap = Static<typeof CategoryMap>;
