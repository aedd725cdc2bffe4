import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import { restrictionTypes } from '#standards/tcf/index';

const optional = Type.Optional;

/** Maximum number of vendors that a profile can name: more than any vendor list has. */
const maxVendors = 5000;

const vendorId = { type: 'integer', minimum: 1, maximum: 65_535 };
const vendors = (description: string) =>
  Type.Unsafe<'all' | readonly number[]>({
    anyOf: [
      { const: 'all', type: 'string' },
      { type: 'array', maxItems: maxVendors, uniqueItems: true, items: vendorId },
    ],
    description,
  });

/** TC strings have 24 bits for purposes and 12 for special features. */
const purposeId = Type.Integer({ minimum: 1, maximum: 24 });
const ids = (maximum: number, description: string) =>
  optional(
    Type.Array(Type.Integer({ minimum: 1, maximum }), {
      maxItems: Math.min(maximum, 100),
      uniqueItems: true,
      description,
    }),
  );

const PublisherRestriction = Type.Object({
  purpose: purposeId,
  type: oneOf(restrictionTypes),
  vendors: vendors('Ids of the vendors that it applies to; `all`: every vendor of the profile.'),
});

/** The parts of the settings that visitors' browsers need in addition to the vendor list. */
const shown = {
  purposes: ids(24, 'Ids of the purposes to ask for. Default: every purpose.'),
  specialFeatures: ids(12, 'Ids of the special features to ask for. Default: every special feature.'),
  stacks: ids(65_535, 'Ids of the stacks that the first layer shows in place of their purposes.'),
  category: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'Id of the optional category that the framework’s choices belong to: granted when the visitor consents to any purpose.',
    }),
  ),
};

/** A profile's settings of the Transparency and Consent Framework. */
export const TcfSettings = Type.Object(
  {
    vendors: vendors('Ids of the vendors to disclose; `all`: every vendor of the Global Vendor List.'),
    ...shown,
    publisherRestrictions: optional(
      Type.Array(PublisherRestriction, {
        maxItems: 100,
        description: 'Limits on the legal bases of vendors. Each purpose has at most one for each vendor.',
      }),
    ),
  },
  {
    description:
      'Turns on the Transparency and Consent Framework for the profile’s visitors. Needs `tcf.enabled` in the configuration.',
  },
);
export type TcfSettings = Static<typeof TcfSettings>;

export const ShownTcfSettings = Type.Object(shown, {
  description:
    'Set when the profile asks under the Transparency and Consent Framework. `GET /tcf/list/:version/:lang` has the vendors.',
});
