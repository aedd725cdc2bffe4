import { Type } from '@sinclair/typebox';
import { defineRoute, type Route, type RouteRequest } from '#platform/http/route';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import { expectedVersion } from '../profile-replies';
import { ProfileIdParam } from '../profile-schemas';
import type { ProfileService } from '../profile-service';
import {
  EndedExperiment,
  Experiment,
  ExperimentEnd,
  ExperimentParams,
  ExperimentStart,
  ExperimentSummary,
  StartedExperiment,
} from './experiment-schemas';
import type { DatedExperiment, ExperimentService, WholeExperiment } from './experiment-service';

const tag = 'Experiments';
const read = { permission: 'profiles:read' } as const;
const publish = { permission: 'profiles:activate' } as const;

/** Routes of experiments: variants of a profile, each shown to a share of its visitors. */
export function experimentRoutes(service: ExperimentService, profiles: Pick<ProfileService, 'get'>): Route[] {
  const findProfile = (request: RouteRequest<{ id: string }>) =>
    profiles.get(request.tenantId, request.params.id);
  return [
    defineRoute({
      id: 'listExperiments',
      method: 'GET',
      path: '/profiles/:id/experiments',
      tag,
      summary:
        'List the experiments of a profile, the last started first; at most 100; also of a deleted profile',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: ProfileIdParam,
      replies: { 200: { description: 'The experiments', schema: Type.Array(ExperimentSummary) } },
      errors: ['profile_not_found'],
      handle: async ({ tenantId, params }) => ({
        body: (await service.list(tenantId, params.id)).map(toSummary),
      }),
    }),
    defineRoute({
      id: 'getExperiment',
      method: 'GET',
      path: '/profiles/:id/experiments/:version',
      tag,
      summary: 'Get an experiment with what its variants show; also of a deleted profile',
      access: read,
      reads: { record: 'profile', param: 'id' },
      params: ExperimentParams,
      replies: { 200: { description: 'The experiment', schema: Experiment } },
      errors: ['experiment_not_found'],
      handle: async ({ tenantId, params }) => ({
        body: toView(await service.read(tenantId, params.id, Number(params.version))),
      }),
    }),
    defineRoute({
      id: 'startExperiment',
      method: 'POST',
      path: '/profiles/:id/experiments',
      tag,
      summary: 'Publish a version whose visitors see variants, in equal shares',
      description:
        'Each variant is checked by the rules that a save of the profile is checked by; findings name it in `variant`. Labels of buttons count by position: `If-Match: "7"` starts only with version 7, and when another one is the current version, the answer is 412 `version_conflict` with its number in `version`. The experiment ends when another version is published or the profile is deactivated.',
      access: publish,
      params: ProfileIdParam,
      body: ExperimentStart,
      replies: { 201: { description: 'The experiment', schema: StartedExperiment } },
      errors: [
        'profile_not_found',
        'profile_invalid',
        'experiment_running',
        'experiment_needs_live_version',
        'approval_required',
        'version_conflict',
      ],
      guard: findProfile,
      async handle(request) {
        const { experiment, warnings } = await service.start(
          request.context,
          request.found,
          request.body,
          expectedVersion(request.headers['if-match']),
        );
        return { status: 201, body: { ...toView(experiment), warnings } };
      },
    }),
    defineRoute({
      id: 'endExperiment',
      method: 'POST',
      path: '/profiles/:id/experiments/:version/end',
      tag,
      summary: 'End an experiment: publish a version that shows one of its variants to all visitors',
      description:
        'A is published exactly as visitors have it, whatever the rules of today say. Another variant is checked and changed by plugins as a save is. Visitors are not asked again.',
      access: publish,
      params: ExperimentParams,
      body: ExperimentEnd,
      bodyOptional: true,
      replies: { 200: { description: 'The experiment', schema: EndedExperiment } },
      errors: [
        'profile_not_found',
        'experiment_not_found',
        'experiment_ended',
        'approval_required',
        'profile_invalid',
        'version_conflict',
      ],
      guard: findProfile,
      async handle(request) {
        const version = Number(request.params.version);
        const { experiment, publishedVersion } = await service.end(
          request.context,
          request.found,
          version,
          request.body,
        );
        return { body: { ...toView(experiment), publishedVersion } };
      },
    }),
  ];
}

const toSummary = ({ startedAt, endedAt, ...experiment }: DatedExperiment) => ({
  ...experiment,
  startedAt: toIso(startedAt),
  endedAt: toIsoOrNull(endedAt),
});

const toView = ({ contents, ...experiment }: WholeExperiment) => ({
  ...toSummary(experiment),
  variants: [{ id: 'A' as const }, ...contents.map(({ ui: _ui, ...variant }) => variant)],
});
