import type { DataOf } from '../../../api/use-resource';
import { listCategories } from '../cookies/cookie-edits';
import type { ProfileJson } from '../edits/content';

export type Diff = DataOf<'diffProfileVersions'>;
export type Difference = Diff['shared'][number];

/**
 * Returns a comparison without differences that change nothing for anybody, such as numbers of an order that stays the same.
 * A changed order of the categories is one difference, and so is the lifetime of a cookie, in whatever fields it is.
 */
export function toNoticeable(diff: Diff, before: ProfileJson, after: ProfileJson): Diff {
  const notice = (shared: readonly Difference[]) => findNoticeable(shared, before, after);
  return {
    ...diff,
    shared: notice(diff.shared),
    variants: diff.variants.map((variant) => ({ ...variant, shared: notice(variant.shared) })),
  };
}

function findNoticeable(
  shared: readonly Difference[],
  before: ProfileJson,
  after: ProfileJson,
): readonly Difference[] {
  const isOrder = ({ path }: Difference) => /^preferenceModal\.categories\..+\.order$/.test(path);
  const changes = shared
    .filter((change) => !isOrder(change))
    .map((change) => {
      const [, id] = /^cookies\.(.+)\.(?:duration|maxAgeSeconds)$/.exec(change.path) ?? [];
      return id === undefined ? change : compareLifetimes(id, before, after);
    })
    .filter((change) => JSON.stringify(toList(change.before)) !== JSON.stringify(toList(change.after)));
  const byPath = new Map(changes.map((change) => [change.path, change]));
  return [...byPath.values(), ...compareOrder(before, after)];
}

/** Seconds have priority over words. */
function compareLifetimes(id: string, before: ProfileJson, after: ProfileJson): Difference {
  const lifetime = ({ cookies = {} }: ProfileJson) =>
    cookies[id]?.maxAgeSeconds ?? cookies[id]?.duration ?? null;
  return { path: `cookies.${id}.maxAgeSeconds`, before: lifetime(before), after: lifetime(after) };
}

/** Some fields have one value or a list. */
const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === '' ? [] : [value];

/** Returns the difference in the order of the categories that both versions have, by their names. */
function compareOrder(before: ProfileJson, after: ProfileJson): readonly Difference[] {
  const ids = (profileJson: ProfileJson, other: ProfileJson) =>
    listCategories(profileJson)
      .map(([id]) => id)
      .filter((id) => other.preferenceModal?.categories?.[id] !== undefined);
  if (ids(before, after).join('\n') === ids(after, before).join('\n')) return [];
  const names = (profileJson: ProfileJson) =>
    listCategories(profileJson).map(([id, { heading }]) => heading ?? id);
  return [{ path: 'preferenceModal.order', before: names(before), after: names(after) }];
}

/** Returns the banner that names fields and values of both versions: the newer one, with what only the older one has. */
export function mergeNames(before: ProfileJson, after: ProfileJson): ProfileJson {
  return {
    ...after,
    cookies: { ...before.cookies, ...after.cookies },
    services: { ...before.services, ...after.services },
    preferenceModal: {
      ...after.preferenceModal,
      categories: { ...before.preferenceModal?.categories, ...after.preferenceModal?.categories },
    },
  };
}
