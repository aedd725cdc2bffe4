import { lawName, placesOfGroup } from '../jurisdiction';
import { type ComplianceGroupId, complianceGroupIds } from './compliance-group-ids';

/**
 * Effect of a Global Privacy Control signal. `ignore`: none. `honor`: the visitor starts with every
 * `listenGpc` parameter denied and may choose otherwise. `strict`: the same, and an accept-all click cannot
 * undo that denial.
 */
export type GpcMode = 'ignore' | 'honor' | 'strict';

export const gpcModes = ['ignore', 'honor', 'strict'] as const satisfies readonly GpcMode[];

export interface ComplianceGroup {
  readonly id: ComplianceGroupId;
  readonly label: string;
  readonly description: string;
  /** Strictness; a higher number is stricter. */
  readonly rank: number;
  /** State of consent before the visitor has chosen. */
  readonly model: string;
  /** Default mode of a profile in this group. */
  readonly gpcMode: GpcMode;
}

/** The built-in groups, by id. */
export const complianceGroups: Readonly<Record<ComplianceGroupId, ComplianceGroup>> = {
  'opt-in-explicit': {
    id: 'opt-in-explicit',
    label: 'Opt-in, explicit and itemised',
    description: 'Prior, itemised consent, asked separately for sharing and for transfers abroad.',
    rank: 80,
    model: 'denied until granted',
    gpcMode: 'honor',
  },
  'opt-in': {
    id: 'opt-in',
    label: 'Opt-in',
    description: 'Prior consent, with refusal as easy as acceptance.',
    rank: 70,
    model: 'denied until granted',
    gpcMode: 'honor',
  },
  'opt-in-exempt': {
    id: 'opt-in-exempt',
    label: 'Opt-in with exemptions',
    description:
      'Prior consent, except for first-party statistics and appearance, which need notice and a way to object.',
    rank: 60,
    model: 'denied until granted; exempt categories objectable',
    gpcMode: 'honor',
  },
  'opt-out-strict': {
    id: 'opt-out-strict',
    label: 'Opt-out, signal binding',
    description:
      'Sale, sharing and targeted advertising until the visitor opts out; the Global Privacy Control signal is an opt-out by law.',
    rank: 50,
    model: 'granted until denied; GPC denies',
    gpcMode: 'strict',
  },
  'opt-out': {
    id: 'opt-out',
    label: 'Opt-out',
    description:
      'Sale, sharing and targeted advertising until the visitor opts out; no law makes the signal binding.',
    rank: 40,
    model: 'granted until denied',
    gpcMode: 'honor',
  },
  'notice-opt-out': {
    id: 'notice-opt-out',
    label: 'Notice with refusal',
    description: 'Tracking on notice, with a refusal that takes effect at once.',
    rank: 30,
    model: 'granted until denied',
    gpcMode: 'ignore',
  },
  'notice-only': {
    id: 'notice-only',
    label: 'Notice',
    description: 'The visitor is told; no choice is required.',
    rank: 20,
    model: 'granted',
    gpcMode: 'ignore',
  },
  unregulated: {
    id: 'unregulated',
    label: 'Unregulated',
    description: 'No data-protection law is in force.',
    rank: 10,
    model: 'granted',
    gpcMode: 'ignore',
  },
};

export interface ComplianceGroupWithPlaces extends ComplianceGroup {
  /** Short names of the laws in force that assign places to the group, sorted. */
  readonly laws: readonly string[];
  /** ISO 3166 codes of the group's places (`DE`, `US-CA`), sorted. */
  readonly regions: readonly string[];
}

/**
 * Lists the built-in groups, strictest first, with the laws and places that the jurisdiction table assigns to
 * each at `now` (epoch milliseconds).
 */
export function complianceGroupsAt(now: number): ComplianceGroupWithPlaces[] {
  return complianceGroupIds.map((id) => {
    const places = placesOfGroup(id, now);
    const laws = id === 'unregulated' ? [] : places.map(({ terms }) => lawName(terms));
    return {
      ...complianceGroups[id],
      laws: [...new Set(laws)].sort(),
      regions: places.map(({ place }) => place).sort(),
    };
  });
}
