import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { purposes } from '#standards/compliance/index';
import { certainties, findingCodes } from '#standards/findings/index';
import { findingKinds, findingSources, findingStatuses } from './finding';

const time = Type.String({ format: 'date-time' });

const Code = oneOf(findingCodes, { description: 'Kind of the finding, as in the report of `scan`.' });
const Kind = oneOf(findingKinds, { description: 'Kind of the entry of a browser’s storage, or `host`.' });
const Source = oneOf(findingSources, {
  description:
    '`guard`: seen by the server; `browser`: reported by browsers, which anybody can pretend to be; `scan`: seen by `scan --draft`.',
});
const Status = oneOf(findingStatuses, { description: 'Decision of an operator; `open`: none yet.' });
const Name = Type.String({ description: 'Name or pattern of the cookie or entry, or the host.' });
const IsTooGeneral = Type.Boolean({
  description:
    'Whether the name also stands for things of others, as `*.cloudfront.net` does: it can be neither listed nor necessary. Add the cookie or host in the banner, under its full name.',
});
const FindingId = Type.String({ minLength: 1, maxLength: 64, description: 'Id of a finding.' });

/** Most names of one decision about listed cookies. */
const maxKept = 100;

/** Most findings of one decision, and things of one listing. */
const maxDecided = 500;
const maxListed = 100;

export const FindingView = Type.Object({
  id: Type.String(),
  code: Code,
  kind: Kind,
  source: Source,
  name: Name,
  directive: nullable(
    Type.String({ description: 'Directive of the policy that blocked the host; null for anything else.' }),
  ),
  page: Type.String({ description: 'Route or path; parts that can name a visitor are replaced by `*`.' }),
  category: nullable(Type.String({ description: 'Category of the profile or of the cookie catalogue.' })),
  count: Type.Integer({ description: 'How often it was seen.' }),
  status: Status,
  reason: nullable(Type.String({ description: 'Why it is ignored.' })),
  firstSeenAt: time,
  lastSeenAt: time,
  isListed: Type.Boolean({ description: 'Whether an active profile lists it now.' }),
  isTooGeneral: IsTooGeneral,
});

export const findingFilters = {
  status: Type.Optional(Status),
  code: Type.Optional(Code),
  source: Type.Optional(Source),
};

export const FindingDecision = Type.Object({
  findingIds: Type.Array(FindingId, { minItems: 1, maxItems: maxDecided }),
  status: oneOf(findingStatuses, {
    description:
      '`ignored`: off the list for good; `necessary`: the site does not work without the cookie, also on its other pages; `open`: takes a decision back.',
  }),
  reason: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Why it is ignored, for the audit log. Required for `ignored`.',
    }),
  ),
});
export type FindingDecision = Static<typeof FindingDecision>;

export const DecidedFindings = Type.Object({
  changed: Type.Integer({
    description:
      'Number of findings with the new decision, those of other pages included; 0: they all had it.',
  }),
});

const Match = Type.Object(
  {
    certainty: oneOf(certainties, {
      description:
        '`name`: exactly this name; `pattern`: the name fits a pattern; `domain`: the host belongs to the only cookie of its company; `company`: only the company is known.',
    }),
    provider: Type.String(),
    purpose: nullable(oneOf(purposes, { description: 'Null: the company has cookies of several purposes.' })),
    description: nullable(Type.String({ description: 'English text; null: the operator writes one.' })),
    duration: nullable(Type.String()),
    untranslated: Type.Array(Type.String(), {
      description: 'Locales of active profiles in which the catalogue does not describe it.',
    }),
  },
  { description: 'What the cookie catalogue knows: a suggestion.' },
);

export const UnlistedView = Type.Object({
  id: Type.String({
    description: 'Id of the finding that was seen last, which names the cookie in requests.',
  }),
  findingIds: Type.Array(Type.String(), { description: 'Ids of all findings about it.' }),
  kind: Kind,
  name: Name,
  codes: Type.Array(Code),
  sources: Type.Array(Source),
  pages: Type.Array(Type.String(), { description: 'Pages on which it was seen, at most 10.' }),
  count: Type.Integer({ description: 'How often it was seen.' }),
  firstSeenAt: time,
  lastSeenAt: time,
  match: nullable(Match),
  isTooGeneral: IsTooGeneral,
  waitingIn: Type.Array(
    Type.Object({ profileId: Type.String(), name: Type.String(), version: Type.Integer() }),
    { description: 'Active profiles whose current version lists it, and is not published.' },
  ),
});
export type UnlistedView = Static<typeof UnlistedView>;

export const UnlistedFindings = Type.Object({
  items: Type.Array(UnlistedView, { description: 'At most 200, the last seen first.' }),
  total: Type.Integer(),
  counts: Type.Object(
    {
      cookies: Type.Integer(),
      entries: Type.Integer({ description: 'Entries of local storage, session storage and IndexedDB.' }),
      hosts: Type.Integer(),
    },
    { description: 'How many do not wait for a publication.' },
  ),
  others: Type.Integer({ description: 'Number of other open findings: against what a profile lists.' }),
  banners: Type.Array(
    Type.Object({
      profileId: Type.String(),
      name: Type.String(),
      version: Type.Integer({ description: 'The current version.' }),
      categories: Type.Array(
        Type.Object({
          id: Type.String(),
          purpose: nullable(oneOf(purposes, { description: 'Purpose of its cookies; null: they differ.' })),
        }),
      ),
    }),
    { description: 'Active profiles.' },
  ),
});

export const FindingListing = Type.Object({
  items: Type.Array(
    Type.Object({
      findingId: FindingId,
      category: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            'Id of a category that each of the profiles has. Default: in each profile the category for the purpose in the cookie catalogue.',
        }),
      ),
      description: Type.Optional(
        Type.String({
          maxLength: 5000,
          description:
            'Text for visitors in the default locale. Default: the text of the cookie catalogue, if any.',
        }),
      ),
    }),
    { minItems: 1, maxItems: maxListed },
  ),
  profileIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    minItems: 1,
    maxItems: 20,
    description: 'Profiles whose next version lists the items.',
  }),
});
export type FindingListing = Static<typeof FindingListing>;

export const ListedFindings = Type.Object({
  banners: Type.Array(
    Type.Object({
      profileId: Type.String(),
      name: Type.String(),
      version: Type.Integer({ description: 'The version that lists them; it is not published by this.' }),
      added: Type.Array(Type.String(), {
        description:
          'Names that are new in it. Empty: the current version listed them all, and no version was written.',
      }),
      untranslated: Type.Array(Type.String(), {
        description: 'Locales in which one of these lacks its description.',
      }),
    }),
  ),
});

export const UnseenCookies = Type.Object({
  days: Type.Integer({ description: 'For how many days no visit showed them.' }),
  items: Type.Array(
    Type.Object({
      code: Type.Literal('cookie_never_seen', {
        description: 'Kind of the finding, as in the report of `scan`.',
      }),
      name: Type.String({ description: 'Name or pattern as the profiles list it.' }),
      lastSeenOn: nullable(
        Type.String({
          format: 'date',
          description: 'Day (UTC) of the last visit that showed it; null: not known.',
        }),
      ),
      banners: Type.Array(
        Type.Object({
          profileId: Type.String(),
          name: Type.String(),
          version: Type.Integer({ description: 'The current version.' }),
          isRemoved: Type.Boolean({
            description: 'Whether the current version, which is not published, does not list it any more.',
          }),
        }),
        { description: 'Active profiles whose published version lists it.' },
      ),
    }),
  ),
});

export const KeptCookies = Type.Object({
  names: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    minItems: 1,
    maxItems: maxKept,
    description: 'Names or patterns as active profiles list them.',
  }),
});
