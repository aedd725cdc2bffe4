import { type Static, Type } from '@sinclair/typebox';
import type { FindExperiment } from '#banners/profiles/index';
import { defineRoute, type Route } from '#platform/http/route';
import { type Clock, millisecondsPerDay, toIso, toIsoOrNull } from '#platform/kernel/clock';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { counts, point, Share } from './banner-schemas';
import { type BannerService, toFigures, toProportion, toShare } from './banner-service';
import { noCounts } from './banner-sums';
import { firstKeptDay, keptFrom } from './banner-upkeep';
import { differenceInterval } from './difference';
import { judgeVariant, needed, quantileFor, variantVerdicts } from './experiment-verdict';

// Why: docs/adr/0111-variants.md

const Difference = Type.Object({
  low: point(
    'Lower end of the confidence interval of the difference from A (Newcombe); null without banners.',
  ),
  high: point('Upper end.'),
});

const VariantFigures = Type.Object({
  id: Type.String(),
  name: nullable(Type.String()),
  ...counts,
  acceptance: Share,
  refusal: Share,
  answers: Share,
  differences: nullable(Type.Object({ acceptance: Difference, refusal: Difference, answers: Difference }), {
    description: 'From A, with 95 % confidence in all variants together; null for A.',
  }),
  verdict: nullable(
    oneOf(variantVerdicts, {
      description:
        'About the goal, compared with A; null for A, and where the experiment began before `keptSince`. `too_early`: fewer banners or days than `needed`. `same`: none, or one of at most 2 points. `unclear`: too few banners to tell.',
    }),
  ),
});

const ExperimentStatistics = Type.Object({
  profileId: Type.String(),
  version: Type.Integer(),
  goal: Type.String({ description: 'The share that decides: `accepted` or `answered`.' }),
  running: Type.Boolean(),
  from: Type.String({ format: 'date-time' }),
  to: nullable(Type.String({ format: 'date-time' }), { description: 'Null while it runs.' }),
  days: Type.Integer({ description: 'Whole days since the start.' }),
  keptSince: Type.String({
    format: 'date',
    description: 'First day whose banners are kept: the figures lack those of earlier days.',
  }),
  needed: Type.Object(
    { shown: Type.Integer(), days: Type.Integer() },
    { description: 'Shown banners of each variant, and days, before there is a verdict.' },
  ),
  impressionSample: Type.Integer({
    description: 'Of how many shown banners one is counted; 0: none, so that there is never a verdict.',
  }),
  variants: Type.Array(VariantFigures, { description: 'A first.' }),
});

export interface ExperimentRoutesOptions {
  readonly service: Pick<BannerService, 'readVersion'>;
  readonly findExperiment: FindExperiment;
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly clock: Clock;
}

/** The route of what visitors of the variants of an experiment did. */
export function experimentRoutes({
  service,
  findExperiment,
  impressionSample,
  clock,
}: ExperimentRoutesOptions): Route[] {
  async function read(
    tenantId: string,
    profileId: string,
    version: number,
  ): Promise<Static<typeof ExperimentStatistics>> {
    const { variants, goal, running, startedAt, endedAt } = await findExperiment(
      tenantId,
      profileId,
      version,
    );
    const now = clock.now();
    const end = endedAt ?? now;
    const from = Math.max(startedAt, keptFrom(now));
    const sums = await service.readVersion(tenantId, { profileId, version }, from, end);
    const days = Math.floor((end - startedAt) / millisecondsPerDay);
    const figuresOf = (id: string) => toFigures(sums.get(id) ?? noCounts);
    const first = figuresOf('A');
    const z = quantileFor(variants.length - 1);
    return {
      profileId,
      version,
      goal,
      running,
      from: toIso(startedAt),
      to: toIsoOrNull(endedAt),
      days,
      keptSince: firstKeptDay(now),
      needed,
      impressionSample: await impressionSample(tenantId),
      variants: variants.map(({ id, name }) => {
        const figures = figuresOf(id);
        const share = (count: Counted) => toProportion(figures, count);
        const interval = (count: Counted) => differenceInterval(toProportion(first, count), share(count), z);
        const toDifference = (count: Counted) => {
          const found = interval(count);
          return { low: found?.low ?? null, high: found?.high ?? null };
        };
        const counted = { shown: Math.min(first.shown, figures.shown), days };
        const isFirst = id === 'A';
        return {
          id,
          name,
          ...figures,
          acceptance: toShare(share('accepted')),
          refusal: toShare(share('refused')),
          answers: toShare(share('decided')),
          differences: isFirst
            ? null
            : {
                acceptance: toDifference('accepted'),
                refusal: toDifference('refused'),
                answers: toDifference('decided'),
              },
          verdict:
            isFirst || from > startedAt
              ? null
              : judgeVariant(interval(goal === 'accepted' ? 'accepted' : 'decided'), counted),
        };
      }),
    };
  }

  return [
    defineRoute({
      id: 'getExperimentStatistics',
      method: 'GET',
      path: '/stats/experiments/:profileId/:version',
      tag: 'Statistics',
      summary: 'Get what visitors of each variant of an experiment did, and whether one is better',
      description:
        'Shares are those of shown banners. The answer has no verdict before each variant was shown often enough and the experiment has run for a week.',
      access: { permission: 'stats:read', also: ['profiles:read'] },
      params: Type.Object({
        profileId: Type.String(),
        version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
      }),
      replies: { 200: { description: 'The figures', schema: ExperimentStatistics } },
      errors: ['experiment_not_found'],
      handle: async ({ tenantId, params }) => ({
        body: await read(tenantId, params.profileId, Number(params.version)),
      }),
    }),
  ];
}

type Counted = 'accepted' | 'refused' | 'decided';
