import type { FaultDetail } from '#platform/kernel/errors';
import { consentOnlyPurposes, type VendorList } from '#standards/tcf/index';
import type { Finding, ProfileJson } from '../profile-schemas';
import type { TcfSettings } from '../tcf-settings';

/** Maximum number of ids that one finding names. */
const maxNamed = 20;

/** The context in which a profile's settings of the framework are checked. */
export interface TcfContext {
  readonly enabled: boolean;
  /** Returns the newest vendor list; null while it is not known. */
  vendorList(): VendorList | null;
}

/** Returns the faults that make every TC string of the profile invalid with any vendor list. */
export function findTcfFaults({ publisherRestrictions = [] }: TcfSettings): FaultDetail[] {
  const path = (index: number) => `profileJson.tcf.publisherRestrictions[${index}]`;
  const forbidden = publisherRestrictions.flatMap(({ purpose, type }, index) =>
    type === 'require-legitimate-interest' && consentOnlyPurposes.includes(purpose)
      ? [{ path: path(index), message: `purpose ${purpose} can only be based on consent` }]
      : [],
  );
  const covered = new Map<number, Set<number | 'all'>>();
  const conflicts = publisherRestrictions.flatMap(({ purpose, vendors }, index) => {
    const before = covered.get(purpose) ?? new Set();
    covered.set(purpose, before);
    const named = vendors === 'all' ? (['all'] as const) : vendors;
    const repeats =
      before.has('all') || (vendors === 'all' && before.size > 0) || named.some((id) => before.has(id));
    for (const id of named) before.add(id);
    return repeats
      ? [{ path: path(index), message: `purpose ${purpose} already has a restriction for the same vendor` }]
      : [];
  });
  return [...forbidden, ...conflicts];
}

/** Returns warnings about settings that have no effect, or that the vendor list does not contain. */
export function findTcfWarnings({ tcf, preferenceModal }: ProfileJson, context: TcfContext): Finding[] {
  if (tcf === undefined) return [];
  const warn = (rule: string, field: string, message: string): Finding => ({
    rule: `tcf/${rule}`,
    section: 'tcf',
    field,
    message,
  });
  const category = Object.entries(preferenceModal?.categories ?? {}).find(([id]) => id === tcf.category)?.[1];
  const own = [
    ...(context.enabled
      ? []
      : [warn('disabled', 'tcf', '`tcf` has no effect while `tcf.enabled` is not set in the configuration')]),
    ...(tcf.category !== undefined && (category === undefined || category.legalBasis === 'mandatory')
      ? [warn('unknown-category', 'category', `${tcf.category} is not an optional category of the profile`)]
      : []),
    // Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "What if consent is governed
    // differently in a country?". Article 5(3) of the ePrivacy Directive is law in the whole EEA and the UK.
    ...(tcf.purposes?.includes(1) === false
      ? [
          warn(
            'without-purpose-one',
            'purposes',
            '`purposes` leaves out purpose 1, so TC strings state that the notice did not disclose it: list it, unless the law of `tcf.publisherCC` lets vendors store information on devices without consent',
          ),
        ]
      : []),
  ];
  const list = context.vendorList();
  if (list === null) return own;
  const missing = (field: string, ids: readonly number[] | 'all' = [], known: object = {}): Finding[] => {
    const unknown = ids === 'all' ? [] : ids.filter((id) => !Object.hasOwn(known, id));
    const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : '';
    return unknown.length === 0
      ? []
      : [
          warn(
            'unknown-id',
            field,
            `${field} lists ids that vendor list ${list.vendorListVersion} does not contain: ${unknown.slice(0, maxNamed).join(', ')}${more}`,
          ),
        ];
  };
  const restrictions = tcf.publisherRestrictions ?? [];
  const vendors = Object.fromEntries(
    Object.entries(list.vendors).filter(([, { deletedDate }]) => deletedDate == null),
  );
  return [
    ...own,
    ...missing('vendors', tcf.vendors, vendors),
    ...missing('purposes', tcf.purposes, list.purposes),
    ...missing('specialFeatures', tcf.specialFeatures, list.specialFeatures),
    ...missing('stacks', tcf.stacks, list.stacks),
    ...restrictions.flatMap(({ purpose, vendors: named }, index) => [
      ...missing(`publisherRestrictions[${index}].purpose`, [purpose], list.purposes),
      ...missing(`publisherRestrictions[${index}].vendors`, named, vendors),
    ]),
    ...findOverlaps(tcf.stacks ?? [], list).map(([first, second]) =>
      warn(
        'overlapping-stacks',
        'stacks',
        `stacks ${first} and ${second} share a purpose or special feature, so they must not be shown together`,
      ),
    ),
  ];
}

/** Returns pairs of stacks that contain the same purpose or special feature (TCF Policies, appendix A). */
function findOverlaps(stacks: readonly number[], { stacks: known = {} }: VendorList): [number, number][] {
  const contents = (id: number) => {
    const { purposes = [], specialFeatures = [] } = known[id] ?? {};
    return [...purposes.map((purpose) => `p${purpose}`), ...specialFeatures.map((feature) => `f${feature}`)];
  };
  return stacks.flatMap((first, index) =>
    stacks
      .slice(index + 1)
      .filter((second) => contents(second).some((item) => contents(first).includes(item)))
      .map((second): [number, number] => [first, second]),
  );
}
