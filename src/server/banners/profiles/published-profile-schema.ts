import { type Static, Type } from '@sinclair/typebox';
import { gpcModes } from '#standards/compliance/index';
import { Category, Parameter, ServiceMap, Theme, UiBanner, UiModal } from '../templates';
import { Banner, Button, Granularity, Modal } from './profile-schemas';
import { ShownTcfSettings } from './tcf-settings';
import { publishedWidgetSettings } from './widget-settings';
import { Words } from './word-overrides';

/** Schemas of the profiles that visitors' browsers load: published files, snapshots and resolved profiles. */

const optional = Type.Optional;
const buttons = Type.Array(Button);

const PublishedBanner = Type.Object({ ...Type.Omit(Banner, ['buttons']).properties, buttons });

const PublishedCategory = Type.Object({
  ...Category.properties,
  cookies: Type.Array(Type.String(), {
    description: 'Ids of the category’s parameters in `cookies` of the profile.',
  }),
});

const PublishedParameter = Type.Object({
  ...Parameter.properties,
  storedName: optional(
    Type.String({ description: 'Name in the browser, where the locale has another `name` for visitors.' }),
  ),
});

const PublishedModal = Type.Object({
  ...Type.Omit(Modal, ['buttons', 'categories']).properties,
  buttons,
  categories: Type.Record(Type.String(), PublishedCategory, { description: 'By category id.' }),
});

const PublishedUi = Type.Object(
  { mainBanner: Type.Omit(UiBanner, ['buttons']), preferenceModal: Type.Omit(UiModal, ['buttons']) },
  { description: 'Presentation of banner and modal from the UI template.' },
);

const PublishedVariant = Type.Object({
  mainBanner: optional(PublishedBanner),
  preferenceModal: optional(Type.Omit(PublishedModal, ['categories'])),
  theme: optional(Theme),
  ui: optional(PublishedUi),
});

export const PublishedProfile = Type.Object(
  {
    id: Type.String({ description: 'The `profileId` to send with the decision.' }),
    expiryDays: Type.Integer({ description: 'Days until a consent expires. With `tcf`, 396 at most.' }),
    defaultLocale: Type.String(),
    currentLocale: Type.String({ description: 'Locale of the texts.' }),
    dir: Type.Unsafe<'ltr' | 'rtl'>({
      type: 'string',
      enum: ['ltr', 'rtl'],
      description: 'Direction of the texts.',
    }),
    locales: Type.Array(Type.String(), { description: 'Every locale of the profile.' }),
    complianceGroup: Type.Union([Type.String(), Type.Null()]),
    gpcMode: Type.Unsafe<(typeof gpcModes)[number]>({ type: 'string', enum: [...gpcModes] }),
    cookies: Type.Record(Type.String(), PublishedParameter, { description: 'Parameters by id.' }),
    services: optional(ServiceMap),
    granularity: optional(Granularity),
    mainBanner: PublishedBanner,
    preferenceModal: PublishedModal,
    gpcBanner: optional(PublishedBanner),
    choicesLink: optional(
      Type.Object(
        {
          text: Type.String(),
          optOutIcon: Type.Boolean({
            description: 'Whether to show the opt-out icon of 11 CCR 7015(b) with the link.',
          }),
        },
        { description: 'The link, on every page, that reopens the choices.' },
      ),
    ),
    enhanceAccessibility: Type.Boolean(),
    showFooterMetadata: Type.Boolean(),
    darkMode: Type.Boolean(),
    hidePoweredBy: Type.Boolean(),
    allowReceipt: Type.Boolean(),
    complianceConfig: Type.Record(Type.String(), Type.String()),
    tcf: optional(ShownTcfSettings),
    words: Words,
    ...publishedWidgetSettings,
    theme: optional(Theme),
    ui: optional(PublishedUi),
    variants: optional(
      Type.Record(Type.String(), PublishedVariant, {
        description:
          'While an experiment runs: what visitors of each variant see in place of the same fields, by id. Each visitor gets one of them with equal probability; send its id with the decision.',
      }),
    ),
  },
  { description: 'A profile in one locale, with every text that a banner shows.' },
);
export type PublishedProfile = Static<typeof PublishedProfile>;

export const ResolvedProfile = Type.Object(
  {
    ...PublishedProfile.properties,
    resolvedComplianceGroup: optional(
      Type.String({ description: '`GET /profiles/auto/:locale` only: the group of the visitor.' }),
    ),
  },
  { description: 'A profile in one locale, after plugins have run; they can add fields.' },
);
