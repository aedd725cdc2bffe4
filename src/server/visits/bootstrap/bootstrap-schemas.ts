import { type Static, Type } from '@sinclair/typebox';
import { PublishedProfile } from '#banners/profiles/index';
import { GppSignal, TcfNotice } from '#frameworks/signals/index';
import { tenantQuery } from '#platform/http/route';
import { nullable, oneOf } from '#platform/kernel/schemas';

const nullableText = (description: string) => nullable(Type.String(), { description });
const nullableInteger = (description: string) => nullable(Type.Integer(), { description });

/** The browser's hints. */
export const hints = {
  tz: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone of the browser.' })),
  lang: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        'Wanted languages as in `Accept-Language`, such as the language of the page. Without it, the header applies.',
    }),
  ),
};

export const BootstrapQuery = Type.Object({ ...hints, tenantId: tenantQuery });

export const RecheckQuery = Type.Object({
  profileId: Type.String({ maxLength: 64, description: 'The profile that the visitor decided about.' }),
  profileVersion: Type.String({
    pattern: '^[1-9][0-9]{0,8}$',
    description: 'The version that the visitor was shown.',
  }),
  ...hints,
  tenantId: tenantQuery,
});

/** Everything of an answer but the profile, in the order in which it is sent. */
export const BootstrapHead = Type.Object({
  contract: Type.Integer({
    description:
      'Number of what widget and service agreed on. A widget of another number uses nothing of the answer.',
  }),
  found: Type.Boolean({ description: 'False: the group has no active profile, so there is nothing to ask.' }),
  tenantId: Type.String(),
  complianceGroup: Type.String(),
  asksFirst: Type.Boolean({
    description: 'Whether the group allows nothing optional before the visitor agrees.',
  }),
  law: nullableText('Short name of the law in force.'),
  country: nullableText('ISO 3166-1 country of the visitor.'),
  region: nullableText('The part of ISO 3166-2 after the hyphen.'),
  gpcBinding: Type.Boolean({
    description: 'Whether the law makes the Global Privacy Control signal binding.',
  }),
  childAge: nullableInteger(
    'Age in years below which the law asks for a parent’s or heightened consent. Null: no such age is known.',
  ),
  consentMonths: nullableInteger(
    'Calendar months after which a choice must be requested again. Null: only `expiryDays` applies.',
  ),
  locale: Type.String({ description: 'Locale of the texts.' }),
  dir: oneOf(['ltr', 'rtl'] as const, { description: 'Direction in which the locale is written.' }),
  profileId: nullableText('The profile to decide about.'),
  profileVersion: nullableInteger(
    'The version of `profile`; send it back with the decision. Always that of the profile in this answer.',
  ),
  impressionSample: Type.Integer({
    description: 'Of how many shown banners one is reported to `POST /impressions`; 0: none.',
  }),
  cookies: Type.Object(
    {
      choice: nullableText(
        'Name of the cookie that holds the decision. Null: it is turned off, or a decision about the profile can be too long for it.',
      ),
      visitor: nullableText(
        'Name of the cookie that holds the visitor id. Null: scripts cannot read it (`visitorCookie.httpOnly`).',
      ),
      others: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Names of the other cookies of the service, which scripts cannot read, as far as they do not begin with `svc_`. That of the proof has the prefix `__Host-` over TLS.',
        }),
      ),
      domain: nullableText('Domain attribute.'),
      path: Type.String({ description: 'Path attribute.' }),
      sameSite: oneOf(['lax', 'strict', 'none'] as const, { description: 'SameSite attribute.' }),
      secure: nullable(Type.Boolean(), {
        description: 'Secure attribute. Null: on pages over HTTPS.',
      }),
    },
    { description: 'How scripts write the choice cookie.' },
  ),
  tcf: nullable(TcfNotice),
  gpp: nullable(GppSignal),
});
export type BootstrapHead = Static<typeof BootstrapHead>;

export const Bootstrap = Type.Object(
  {
    ...BootstrapHead.properties,
    categories: Type.Array(
      Type.Object({
        id: Type.String(),
        mandatory: Type.Boolean(),
        preGranted: Type.Boolean({ description: 'Allowed while nothing was decided about it.' }),
        listensToGpc: Type.Boolean({ description: 'Global Privacy Control denies it.' }),
        purposes: Type.String({ description: 'First letters of the purposes of its parameters.' }),
        services: Type.Optional(
          Type.Record(Type.String(), Type.Boolean(), {
            description:
              'Where visitors decide about services: the keys, with `true` in a mandatory category.',
          }),
        ),
      }),
      {
        description:
          'The categories of `profile` in its order, as the choice cookie has them before a decision; empty without a profile.',
      },
    ),
    words: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Built-in words of the locale; absent when the profile has its own.',
      }),
    ),
    profile: nullable(PublishedProfile, { description: 'The published file, as hot-serve sends it.' }),
  },
  { description: 'Everything that a banner needs for its first paint.' },
);
export type Bootstrap = Static<typeof Bootstrap>;

const recheckReasons = [
  'profile_inactive',
  'profile_changed',
  'reconsent_required',
  'stricter_place',
] as const;

export const Recheck = Type.Object(
  {
    ask: Type.Boolean({ description: 'Whether the visitor must be asked again.' }),
    reason: nullable(oneOf(recheckReasons), {
      description: 'Why. Null: the decision is still valid.',
    }),
  },
  { description: 'Whether a decision in the choice cookie is still valid.' },
);
export type Recheck = Static<typeof Recheck>;
