import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from '../../kernel/schemas';
import { type ComplianceGroupId, complianceGroupIds, gpcModes } from '../../standards/compliance';

export const SetupStatus = Type.Object({
  completed: Type.Boolean({ description: 'Whether the wizard was finished or skipped; never reset.' }),
});

const ReadinessCheck = Type.Object({
  ok: Type.Boolean(),
  message: Type.String({ description: 'The current state, or what to do.' }),
});
export type ReadinessCheck = Static<typeof ReadinessCheck>;

export const Readiness = Type.Object({
  masterSecret: ReadinessCheck,
  dataSigningHash: ReadinessCheck,
  database: ReadinessCheck,
  storage: ReadinessCheck,
  adminUser: ReadinessCheck,
  spreadsheets: ReadinessCheck,
  geo: ReadinessCheck,
  tcf: ReadinessCheck,
  gpp: ReadinessCheck,
  receipts: ReadinessCheck,
});
export type Readiness = Static<typeof Readiness>;

export const SetupConfig = Type.Object(
  { readiness: Readiness },
  {
    description:
      'Every configuration key with its value or default; `[redacted]` replaces secrets, names replace instances.',
  },
);

export const ComplianceGroupDetails = Type.Object({
  id: oneOf(complianceGroupIds),
  label: Type.String(),
  description: Type.String(),
  rank: Type.Integer({ description: 'Strictness; higher is stricter.' }),
  model: Type.String({ description: 'What applies before the visitor has chosen.' }),
  gpcMode: oneOf(gpcModes),
  laws: Type.Array(Type.String(), {
    description: 'Short names of the laws in force that put places into the group.',
  }),
  regions: Type.Array(Type.String(), { description: 'ISO 3166 codes such as `DE`, `US-CA`.' }),
  rules: Type.Array(Type.String(), { description: 'Ids of the compliance rules for its profiles.' }),
});
export type ComplianceGroupDetails = Static<typeof ComplianceGroupDetails>;

export const SeedRequest = Type.Object({
  groups: Type.Array(oneOf<ComplianceGroupId>(complianceGroupIds), {
    maxItems: 100,
    description: 'Built-in compliance groups; duplicates are ignored.',
  }),
});

export const Seeded = Type.Object({
  created: Type.Array(Type.Object({ group: oneOf(complianceGroupIds), profileId: Type.String() })),
  skipped: Type.Array(oneOf(complianceGroupIds), {
    description: 'Groups that already have an active profile.',
  }),
});
export type Seeded = Static<typeof Seeded>;
