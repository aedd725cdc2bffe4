import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { Finding, Person } from '../profile-schemas';
import { experimentGoals } from './experiment-repository';
import { VariantIdSchema, VariantInput, variantFields, variantIds } from './variant';

const optional = Type.Optional;
const time = Type.String({ format: 'date-time' });
const note = optional(
  Type.String({ maxLength: 1000, description: 'For the list of versions and the audit log.' }),
);

const goal = oneOf(experimentGoals, {
  description:
    'The share of shown banners by which variants are compared: `accepted` everything optional, or `answered` in any way. Chosen before the start, so that nobody picks the figure that suits.',
});

export const ExperimentStart = Type.Object({
  goal: optional(goal),
  variants: Type.Array(VariantInput, {
    minItems: 1,
    maxItems: variantIds.length - 1,
    description: 'The variants besides A, the profile as it is; they are called B, C and D.',
  }),
  note,
});
export type ExperimentStart = Static<typeof ExperimentStart>;

export const ExperimentEnd = Type.Object({
  keep: optional(
    oneOf(variantIds, {
      description: 'The variant that all visitors get from now on. Default `A`: the profile as it is.',
    }),
  ),
  note,
});
export type ExperimentEnd = Static<typeof ExperimentEnd>;

export const ExperimentParams = Type.Object({
  id: Type.String(),
  version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'The version that shows the variants.' }),
});

const summary = {
  profileId: Type.String(),
  version: Type.Integer({ description: 'The version that shows the variants; it names the experiment.' }),
  goal,
  running: Type.Boolean({ description: 'Whether visitors get the variants now.' }),
  startedAt: time,
  startedBy: nullable(Person, { description: 'Who started it; null: the service itself.' }),
  endedAt: nullable(time, { description: 'Null while it runs.' }),
  kept: nullable(VariantIdSchema, {
    description:
      'The variant that an operator kept; null while it runs, and where another publication ended it.',
  }),
};

const NamedVariant = Type.Object({ id: VariantIdSchema, name: nullable(Type.String()) });

export const ExperimentSummary = Type.Object({
  ...summary,
  variants: Type.Array(NamedVariant, { description: 'A first.' }),
});

/** The variants of a version in a list of versions. */
export const VersionVariants = Type.Array(NamedVariant, {
  description: 'The variants that visitors of this version see, A first; empty unless it is an experiment.',
});

export const Experiment = Type.Object({
  ...summary,
  variants: Type.Array(Type.Object({ id: VariantIdSchema, ...variantFields }), {
    description: 'A, which changes nothing, first.',
  }),
});

export const StartedExperiment = Type.Object({
  ...Experiment.properties,
  warnings: Type.Array(Finding, { description: 'Also those of each variant.' }),
});

export const EndedExperiment = Type.Object({
  ...Experiment.properties,
  publishedVersion: Type.Integer({ description: 'The version that all visitors get now.' }),
});
