import { ProfileJson } from '#banners/profiles/index';
import type { FaultDetail } from '#platform/kernel/errors';
import { faultMessage } from '#platform/kernel/fault-message';
import { findUnsafeJson } from '#platform/kernel/json';
import { knownPart } from '#platform/kernel/known-part';
import { schemaChecks } from '#platform/kernel/schema-check';
import { canonicalLocale } from '#standards/locale/index';
import {
  type Base,
  type FileKind,
  fileSchemas,
  type ProfileContent,
  setElsewhere,
} from './configuration-schemas';
import {
  inSchemaOrder,
  type ResourceDocument,
  settingsKey,
  toUsualOrder,
  withServices,
} from './resource-document';

/** A file that matches its schema. */
export interface ConfigurationFile extends ResourceDocument {
  /** Null: the file was written by hand. */
  readonly base: Base | null;
  /** Paths of fields of `profileJson` that this version does not know. */
  readonly unknownFields: readonly string[];
}

const check = schemaChecks({ allErrors: true });

/** Reads the parsed JSON of a file. Returns its faults when it does not match its schema. */
export function parseFile(kind: FileKind, value: unknown): ConfigurationFile | readonly FaultDetail[] {
  const unsafe = findUnsafeJson(value, true);
  if (unsafe !== null) return [{ path: dotted(unsafe.path), message: unsafe.message }];
  const schema = fileSchemas[kind];
  const matches = check<Record<string, unknown>>(schema);
  if (!matches(value)) return uniqueFaults(matches.faults());
  const unknown: FaultDetail[] = [];
  knownPart(schema, value, (path) => unknown.push({ path, message: 'is not a known field' }));
  if (unknown.length > 0) return unknown;
  const {
    $schema: _schema,
    base,
    services,
    ...body
  } = inSchemaOrder(schema, value) as Record<string, unknown>;
  Object.assign(body, withServices(services as object | undefined));
  // As the services store it.
  if (typeof body.name === 'string') body.name = body.name.trim();
  const faults: FaultDetail[] = [];
  for (const part of ['content', 'published'])
    if (kind === 'profile' && body[part] !== undefined)
      body[part] = readContent(part, body[part] as ProfileContent, faults);
  if (faults.length > 0) return faults;
  return {
    kind,
    key: kind === 'settings' ? settingsKey : String(body.key),
    body,
    base: (base as Base | undefined) ?? null,
    unknownFields: ['content', 'published'].flatMap((part) => listUnknown(part, body[part])),
  };
}

/** Where a file says what these fields of `profileJson` say in the admin API. */
const fileFields = {
  isActive: '`active`',
  locales: '`localeContent`',
  consentTemplateId: '`consentTemplate`',
  uiTemplateId: '`uiTemplate`',
} as const satisfies Record<(typeof setElsewhere)[number], string>;

const notATag = 'must be a BCP 47 language tag such as en or de-AT';

/** Returns content with canonical language tags and in its usual order. Adds its faults to the list. */
function readContent(part: string, content: ProfileContent, faults: FaultDetail[]): ProfileContent {
  for (const field of setElsewhere)
    if (Object.hasOwn(content.profileJson, field))
      faults.push({
        path: `${part}.profileJson.${field}`,
        message: `is not a known field; use ${fileFields[field]}`,
      });
  const defaultLocale = canonicalLocale(content.defaultLocale);
  if (defaultLocale === null) faults.push({ path: `${part}.defaultLocale`, message: notATag });
  const locales = new Map<string, unknown>();
  for (const [tag, texts] of Object.entries(content.localeContent ?? {})) {
    const locale = canonicalLocale(tag);
    const path = `${part}.localeContent.${tag}`;
    if (locale === null) faults.push({ path, message: notATag });
    else if (locales.has(locale)) faults.push({ path, message: `is listed twice (as ${locale})` });
    else locales.set(locale, texts);
  }
  return toUsualOrder({
    ...content,
    defaultLocale: defaultLocale ?? content.defaultLocale,
    localeContent: Object.fromEntries(locales) as ProfileContent['localeContent'],
  });
}

/** Lists the fields of `profileJson` that are not known, which the API would store without effect. */
export function listUnknown(part: string, content: unknown): string[] {
  const paths: string[] = [];
  const { profileJson } = (content ?? {}) as { readonly profileJson?: ProfileJson };
  if (profileJson !== undefined)
    knownPart(ProfileJson, profileJson, (path) => paths.push(`${part}.profileJson.${path}`));
  return paths;
}

type SchemaFault = ReturnType<ReturnType<typeof check>['faults']>[number];

/** Returns the faults once each; those of branches that another kind of value would have are left out. */
function uniqueFaults(errors: readonly SchemaFault[]): FaultDetail[] {
  const faults = new Map<string, FaultDetail>();
  for (const error of errors) {
    const { additionalProperty, missingProperty } = error.params as Readonly<Record<string, string>>;
    const name = additionalProperty ?? missingProperty;
    const path = dotted(`${error.instancePath}${name === undefined ? '' : `/${name}`}`);
    const message =
      additionalProperty !== undefined
        ? 'is not a known field'
        : missingProperty !== undefined
          ? 'is missing'
          : faultMessage(error);
    if (!faults.has(path)) faults.set(path, { path, message });
  }
  return [...faults.values()];
}

const dotted = (pointer: string) =>
  pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
