import { type Static, type TObject, Type } from '@sinclair/typebox';
import { LocaleContent, ProfileJson } from '#banners/profiles/index';
import { CategoryMap, ConsentTemplateCreate, CookieMap, UiTemplateCreate } from '#banners/templates/index';

/** Schemas of the files of `pull` and `push`. */

const optional = Type.Optional;

/** Kinds of files, in the order in which they are pushed. */
export const fileKinds = ['consentTemplate', 'uiTemplate', 'settings', 'profile'] as const;
export type FileKind = (typeof fileKinds)[number];

const $schema = optional(Type.String({ description: 'Path of the schema, for editors.' }));
const key = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  description:
    'Names the resource in every environment. Never change it: a file with another key is another resource.',
});
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const hash = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** Hashes of the contents that a file was pulled with. */
export const Base = Type.Object(
  {
    content: hash,
    published: optional(Type.Union([hash, Type.Null()])),
  },
  {
    additionalProperties: false,
    description: 'Written by `pull`: the state of the server at that time. Do not edit.',
  },
);
export type Base = Static<typeof Base>;
const base = optional(Base);

const templateKey = (kind: string) => optional(Type.String({ description: `Key of the ${kind} template.` }));

/** Set by other fields of the file, or by the server. */
export const setElsewhere = ['isActive', 'locales', 'consentTemplateId', 'uiTemplateId'] as const;
const FileProfileJson = Type.Omit(ProfileJson, setElsewhere, { additionalProperties: true });

const ProfileContent = Type.Object(
  {
    defaultLocale: Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47' }),
    consentTemplate: templateKey('consent'),
    uiTemplate: templateKey('UI'),
    profileJson: FileProfileJson,
    localeContent: optional(
      Type.Record(Type.String(), LocaleContent, {
        maxProperties: 300,
        description: 'Own texts of every other locale.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ProfileContent = Static<typeof ProfileContent>;

const ProfileFile = Type.Object(
  {
    $schema,
    key,
    name,
    active: Type.Boolean({
      description:
        'Whether visitors get the profile. Only `push --publish` acts on it; it takes none offline.',
    }),
    content: ProfileContent,
    published: optional(
      Type.Object(ProfileContent.properties, {
        additionalProperties: false,
        description: 'What visitors get, where that is another version than `content`, the draft.',
      }),
    ),
    base,
  },
  { additionalProperties: false },
);

/** Fields of the admin API, so that new ones are in the files at once; `catalogue` only names others. */
const { catalogue: _names, ...ofConsentTemplates } = ConsentTemplateCreate.properties;
const ConsentTemplateFile = Type.Object(
  { $schema, key, ...ofConsentTemplates, cookies: CookieMap, categories: CategoryMap, base },
  { additionalProperties: false },
);

const UiTemplateFile = Type.Object(
  { $schema, key, ...UiTemplateCreate.properties, base },
  { additionalProperties: false },
);

const origins = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 500 });
const SettingsFile = Type.Object(
  { $schema, allowedOrigins: origins, adminAllowedOrigins: origins, base },
  { additionalProperties: false },
);

export const fileSchemas: Readonly<Record<FileKind, TObject>> = {
  consentTemplate: ConsentTemplateFile,
  uiTemplate: UiTemplateFile,
  settings: SettingsFile,
  profile: ProfileFile,
};
