import { readChoiceStates } from '#standards/choice/index';
import type { Device, Visitor, VisitorKind } from './observation';
import type { PublishedProfile } from './published-profile';

/** Most categories that get a visitor of their own. */
const maxCategories = 10;

/** On a phone, the visitors for whom sites commonly behave in another way than on a desktop. */
const phoneKinds: readonly VisitorKind[] = ['undecided', 'refused'];

/** Lists the visitors for one place. The undecided one comes first: it finds the pages. */
export function planVisitors(
  { categories }: Pick<PublishedProfile, 'categories'>,
  place: string | null,
  devices: readonly Device[],
): Visitor[] {
  const optional = categories.filter(({ mandatory }) => !mandatory).slice(0, maxCategories);
  // Of one optional category, "only this one" is the same visitor as "all accepted".
  const alone = optional.length > 1 ? optional.map(({ id }) => `only ${id}` as const) : [];
  const kinds: readonly VisitorKind[] = ['undecided', 'gpc', 'refused', 'accepted', ...alone, 'withdrawn'];
  const full = devices.includes('desktop') ? 'desktop' : 'phone';
  return [
    ...kinds.map((kind) => ({ kind, device: full, place }) as const),
    ...(devices.length > 1 ? phoneKinds.map((kind) => ({ kind, device: 'phone', place }) as const) : []),
  ];
}

/** Returns the decision of a visitor; null for visitors who make none. */
export function toDecision(
  kind: VisitorKind,
  { categories }: Pick<PublishedProfile, 'categories'>,
): 'all' | 'none' | Record<string, 'granted' | 'denied'> | null {
  if (kind === 'undecided' || kind === 'gpc') return null;
  if (kind === 'refused') return 'none';
  if (!kind.startsWith('only ')) return 'all';
  return Object.fromEntries(
    categories.map(({ id, mandatory }) => [id, mandatory || `only ${id}` === kind ? 'granted' : 'denied']),
  );
}

/** Returns the ids of the categories that the site may use for a visitor. */
export function allowedCategories(
  kind: VisitorKind,
  profile: Pick<PublishedProfile, 'categories' | 'gpcMode'>,
): ReadonlySet<string> {
  const decision = kind === 'withdrawn' ? 'none' : toDecision(kind, profile);
  const toState = (id: string) => {
    if (decision === null) return null;
    if (typeof decision === 'object') return decision[id] ?? 'denied';
    return decision === 'all' ? 'granted' : 'denied';
  };
  const states = readChoiceStates(
    {
      categories: profile.categories.map((category) => ({ ...category, state: toState(category.id) })),
      gpcMode: profile.gpcMode,
      gpcDetected: false,
      gpcOverride: false,
    },
    kind === 'gpc',
  );
  return new Set(Object.keys(states).filter((id) => states[id] === 'granted'));
}

/** Returns a visitor in words: `refused, phone, DE`. */
export const describeVisitor = ({ kind, device, place }: Visitor): string =>
  [kind, device, ...(place === null ? [] : [place])].join(', ');
