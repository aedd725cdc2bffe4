import { logText } from '#platform/kernel/log-text';
import type { Operations } from '#service/consent-service';

type Plan = Awaited<ReturnType<Operations['configuration']['plan']>>;
type Change = Plan['changes'][number];

/** Most fields and warnings that the plan shows of one file. */
const maxLines = 40;
const maxValue = 120;

const nouns = {
  profile: 'profile',
  consentTemplate: 'consent template',
  uiTemplate: 'UI template',
  settings: 'settings',
} as const;

/** Returns a change's resource: `profile shop-eu`. */
export const toTitle = ({ kind, key }: Pick<Change, 'kind' | 'key'>): string =>
  kind === 'settings' ? nouns.settings : `${nouns[kind]} ${logText(key)}`;

const marks = { create: '+', update: '~', publish: '^', remove: '-' } as const;

/** Returns the lines that show a plan. */
export function renderPlan({ changes, notes }: Plan, showsNotes = true): string[] {
  const lines = changes.flatMap((change) => {
    const { action, publishes, replaces, endsExperiments, differences, warnings } = change;
    const what = [
      ...{ create: ['is created'], update: ['changes'], publish: [], remove: ['is removed'] }[action],
      ...(publishes ? ['is published'] : []),
    ];
    return [
      `${marks[action]} ${toTitle(change)} ${what.join(' and ')}`,
      ...limited(
        differences.map(
          ({ path, before, after }) => `    ${logText(path)}: ${show(before)} → ${show(after)}`,
        ),
      ),
      ...(replaces === null ? [] : [`    replaces ${toTitle(replaces.resource)}, which goes offline`]),
      ...endsExperiments.map(
        (resource) =>
          `    ends the experiment of ${toTitle(resource)}, version ${resource.profile?.publishedVersion}`,
      ),
      ...limited(warnings.map((warning) => `    warning: ${logText(warning, 400)}`)),
    ];
  });
  return [...lines, ...(showsNotes ? notes.map((note) => `  Note: ${logText(note, 400)}.`) : [])];
}

function limited(lines: readonly string[]): string[] {
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `    and ${more} more`] : [...lines];
}

const show = (value: unknown) => (value === null ? '(none)' : logText(JSON.stringify(value), maxValue));

/** Returns the number of changes of each kind in one sentence. */
export function summarise({ changes }: Pick<Plan, 'changes'>): string {
  const count = (of: (change: Change) => boolean) => changes.filter(of).length;
  const counted = [
    [count(({ action }) => action === 'create'), 'to create'],
    [count(({ action }) => action === 'update'), 'to change'],
    [count(({ action }) => action === 'remove'), 'to remove'],
    [count(({ publishes }) => publishes), 'to publish'],
  ] as const;
  return `Plan: ${counted.map(([number, what]) => `${number} ${what}`).join(', ')}.`;
}
