import type { TSchema } from '@sinclair/typebox';
import { sha256Hex } from '#platform/kernel/crypto';
import { type Base, type FileKind, fileSchemas, type ProfileContent } from './configuration-schemas';

/** The content of one file, without `$schema` and `base`. */
export type DocumentBody = Readonly<Record<string, unknown>>;

/** A profile, a template or the settings of a tenant, as a file contains it. */
export interface ResourceDocument {
  readonly kind: FileKind;
  readonly key: string;
  readonly body: DocumentBody;
}

export interface ProfileBody {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  readonly content: ProfileContent;
  /** Absent: visitors get `content`, or nothing. */
  readonly published?: ProfileContent;
}

/** The key of the settings, of which a tenant has one set. */
export const settingsKey = 'settings';

interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly items?: TSchema;
}

/**
 * Returns a value with the fields of each object in the order of its schema, then unknown ones by name. Maps keep their
 * order, which visitors see, except those of locales.
 */
export function inSchemaOrder(schema: TSchema | undefined, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { properties, patternProperties, additionalProperties, items } = (schema ?? {}) as Shape;
  if (Array.isArray(value)) return value.map((item) => inSchemaOrder(items, item));
  const fields = new Map(Object.entries(value).filter(([, item]) => item !== undefined));
  const known = Object.keys(properties ?? {}).filter((name) => fields.has(name));
  const others = [...fields.keys()].filter((name) => !known.includes(name));
  if (properties !== undefined) others.sort();
  const ofOthers =
    Object.values(patternProperties ?? {})[0] ??
    (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return Object.fromEntries(
    [...known, ...others].map((name) => [
      name,
      inSchemaOrder(properties?.[name] ?? ofOthers, fields.get(name)),
    ]),
  );
}

/** Returns content with its fields and locales in their usual order. */
export function toUsualOrder(content: ProfileContent): ProfileContent {
  const { localeContent = {}, ...shared } = content;
  const locales = Object.keys(localeContent).sort();
  const sorted = Object.fromEntries(locales.map((locale) => [locale, localeContent[locale]]));
  const { content: schema } = fileSchemas.profile.properties;
  return inSchemaOrder(schema, { ...shared, localeContent: sorted }) as ProfileContent;
}

/** Returns the services of a template as files contain them: few templates have any. */
export const withServices = (services: object = {}): { readonly services?: object } =>
  Object.keys(services).length > 0 ? { services } : {};

const hash = (value: unknown) => sha256Hex(JSON.stringify(value)).slice(0, 32);

/** Returns the hashes by which a later push notices changes: of the content, and of what visitors get. */
export function hashDocument({ kind, body }: ResourceDocument): Base {
  if (kind !== 'profile') return { content: hash(body) };
  const { name, content, active, published } = body as unknown as ProfileBody;
  return { content: hash({ name, content }), published: active ? hash(published ?? content) : null };
}
