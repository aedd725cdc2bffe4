import { getGroup } from '#banners/profiles/index';
import { toProfileBody } from './outcome';
import type { ConfigurationFile } from './parse-file';
import {
  describeResource,
  type Plan,
  type PlannedChange,
  type PlanOptions,
  type ReplacedProfile,
} from './plan';
import { isExpected, type ServerResource } from './read-resources';

/** Returns whether an experiment shows variants of the profile to its visitors. */
const isVaried = ({ versions }: ServerResource) => (versions?.live?.variants ?? []).length > 0;

/** Returns the group whose visitors a file's profile is for. */
function groupOf(file: ConfigurationFile): string | null {
  const { published, content } = toProfileBody(file);
  return getGroup((published ?? content).profileJson);
}

/**
 * Adds to a plan which profiles keep their look, which experiments end, and which profiles its publications take offline: a
 * group serves one profile. One that neither its file nor its removal takes offline is replaced only with `force`.
 */
export function planConsequences(
  plan: Plan,
  files: readonly ConfigurationFile[],
  resources: readonly ServerResource[],
  { publish, force }: PlanOptions,
): Plan {
  const profileFiles = files.filter(({ kind }) => kind === 'profile');
  const fileOf = (key: string) => profileFiles.find((file) => file.key === key) ?? null;
  const online = resources.filter(({ profile }) => profile?.isActive);

  function findReplaced({ file, publishes }: PlannedChange): ReplacedProfile | null {
    if (file === null || !publishes) return null;
    const group = groupOf(file);
    const resource = online.find(({ key, profile }) => key !== file.key && profile?.group === group);
    return resource === undefined ? null : { resource, file: fileOf(resource.key) };
  }

  const isRemoved = (key: string) =>
    plan.changes.some(
      (change) => change.action === 'remove' && change.kind === 'profile' && change.key === key,
    );
  const mayReplace = ({ resource, file }: ReplacedProfile) =>
    force ||
    isRemoved(resource.key) ||
    (file !== null && !toProfileBody(file).active && isExpected(resource, file.base, 'published'));

  function findProblem({ file, publishes, replaces }: PlannedChange): string | null {
    if (file === null || !publishes) return null;
    const group = groupOf(file);
    if (group === null) return null;
    const rival = profileFiles.find(
      (other) => other !== file && toProfileBody(other).active && groupOf(other) === group,
    );
    const serves = `the group "${group}", which serves one profile`;
    if (rival !== undefined)
      return `and the ${describeResource(rival)} are both active in ${serves}. Set "active" to false in one of the files`;
    if (replaces === null || mayReplace(replaces)) return null;
    return `would take the ${describeResource(replaces.resource)} offline, which is online in ${serves}. Pull it and set "active" to false in its file, or replace it with --force`;
  }

  const changes = plan.changes.map((change) => {
    const replaces = findReplaced(change);
    const ended = change.publishes || change.action === 'remove' ? change.resource : null;
    const endsExperiments = [ended, replaces?.resource ?? null]
      .filter((each) => each !== null)
      .filter(isVaried);
    return { ...change, replaces, endsExperiments };
  });
  const isReplaced = (file: ConfigurationFile) =>
    changes.some(({ replaces }) => replaces?.resource.key === file.key);
  const stays = (file: ConfigurationFile) =>
    publish && !toProfileBody(file).active && online.some(({ key }) => key === file.key) && !isReplaced(file);
  const keepsLook = ({ kind, key, body }: ServerResource) =>
    kind === 'profile' &&
    fileOf(key) === null &&
    plan.changes.some(
      (change) =>
        change.kind === 'uiTemplate' &&
        change.action === 'update' &&
        change.key === toProfileBody({ body }).content.uiTemplate,
    ) &&
    !isRemoved(key);
  return {
    changes,
    problems: [
      ...plan.problems,
      ...changes.flatMap((change) => {
        const message = findProblem(change);
        return message === null ? [] : [{ kind: change.kind, key: change.key, message }];
      }),
    ],
    notes: [
      ...plan.notes,
      ...resources
        .filter(keepsLook)
        .map(
          (resource) => `${describeResource(resource)} keeps its look until it is saved: it has no file here`,
        ),
      ...profileFiles
        .filter(stays)
        .map(
          (file) => `${describeResource(file)} stays online until another profile of its group is published`,
        ),
    ],
  };
}
