import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { CategoryMap, CookieMap, SentCookieMap } from './parameter-schemas';
import { ServiceMap } from './service-schemas';
import { Theme } from './theme';
import { UiFinding } from './ui-findings';

/** Schemas of the admin API's templates. */

const optional = Type.Optional;
const time = Type.String({ format: 'date-time' });
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const TemplateIdParam = Type.Object({ id: Type.String() });
export const TemplateCopy = Type.Object({ name: optional(name) });

/** A profile that uses a template. */
export const ProfileUsage = Type.Object({
  id: Type.String(),
  name: Type.String(),
  complianceGroup: Type.Union([Type.String(), Type.Null()]),
  isActive: Type.Boolean(),
});

export const ConsentTemplateCreate = Type.Object({
  name,
  cookies: optional(SentCookieMap),
  categories: optional(CategoryMap),
  services: optional(ServiceMap),
  catalogue: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 500,
      uniqueItems: true,
      description:
        'Ids of `GET /cookie-catalogue`: each becomes a parameter with that id in the category of its purpose, which is created if missing.',
    }),
  ),
});
export type ConsentTemplateCreate = Static<typeof ConsentTemplateCreate>;

export const ConsentTemplateUpdate = Type.Object({
  name: optional(name),
  cookies: optional(SentCookieMap),
  categories: optional(CategoryMap),
  services: optional(ServiceMap),
});
export type ConsentTemplateUpdate = Static<typeof ConsentTemplateUpdate>;

export const ConsentTemplateView = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  name: Type.String(),
  cookies: CookieMap,
  categories: CategoryMap,
  services: ServiceMap,
  createdAt: time,
  updatedAt: time,
});
export type ConsentTemplateView = Static<typeof ConsentTemplateView>;

const TemplateButton = Type.Object({
  type: oneOf(['primary', 'secondary', 'text'] as const),
  action: oneOf(['custom', 'manage', 'submit'] as const),
  cookies: optional(
    Type.Unsafe<'*' | '!'>({
      type: 'string',
      enum: ['*', '!'],
      description: 'For `custom`: `*` grants all, `!` refuses all optional ones.',
    }),
  ),
});
export type TemplateButton = Static<typeof TemplateButton>;

const TemplateButtons = Type.Record(
  // Keys must not look like numbers: JavaScript would list them first.
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  TemplateButton,
  {
    maxProperties: 20,
    additionalProperties: false,
    description: 'Buttons by id, in display order. If omitted, profiles define the buttons.',
  },
);
export type TemplateButtons = Static<typeof TemplateButtons>;

const position = (known: string) =>
  optional(
    Type.String({ maxLength: 64, description: `${known}. Others warn with \`ui/unknown-position\`.` }),
  );
const flag = optional(Type.Boolean());

export const UiBanner = Type.Object({
  position: position(
    '`bottom-left` (default), `bottom-right`, `bottom`, `top`, `top-left`, `top-right`, `center`',
  ),
  overlayOpacity: optional(Type.Number({ minimum: 0, maximum: 1 })),
  showClose: flag,
  headingTag: optional(oneOf(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span'] as const)),
  stackButtonsOnBreakpoint: optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Pixels' })),
  buttons: optional(TemplateButtons),
});
export type UiBanner = Static<typeof UiBanner>;

export const UiModal = Type.Object({
  position: position('`center` (default), `left`, `right`'),
  showClose: flag,
  persistent: flag,
  trapFocus: flag,
  buttons: optional(TemplateButtons),
});
export type UiModal = Static<typeof UiModal>;

export const UiTemplateCreate = Type.Object({
  name,
  mainBanner: optional(UiBanner),
  preferenceModal: optional(UiModal),
  theme: optional(Theme),
});
export type UiTemplateCreate = Static<typeof UiTemplateCreate>;

export const UiTemplateUpdate = Type.Object({
  name: optional(name),
  mainBanner: optional(UiBanner),
  preferenceModal: optional(UiModal),
  theme: optional(Theme),
});
export type UiTemplateUpdate = Static<typeof UiTemplateUpdate>;

export const UiTemplateView = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  name: Type.String(),
  mainBanner: UiBanner,
  preferenceModal: UiModal,
  theme: Theme,
  createdAt: time,
  updatedAt: time,
});
export type UiTemplateView = Static<typeof UiTemplateView>;

/** The answer to a save. */
export const SavedUiTemplate = Type.Object({ ...UiTemplateView.properties, warnings: Type.Array(UiFinding) });
