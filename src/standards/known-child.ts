import { type OptOutCategories, type OptOutKind, optOutKinds } from './gpp/opt-out-kinds';

type ConsentState = 'granted' | 'denied' | 'objected';

/** Facts about a visitor as a child. */
export interface ChildSituation {
  /**
   * State of the parent's consent. Null: no parent was asked, so nothing shows that the visitor is a child.
   */
  readonly parentalConsent: string | null;
  /** Categories to which a parent who agreed did not agree. */
  readonly parentalDenied?: readonly string[];
  /** ISO 3166-1 alpha-2 code of the country; null: not known. */
  readonly country: string | null;
  /** Part of the ISO 3166-2 code after the dash. */
  readonly region: string | null;
}

/**
 * US states that ban a use of a known child's data whoever consents. Maryland: Md. Code, Com. Law § 14-4607
 * (under 18, since 2025-10-01). Oregon: ORS 646A.578 as amended by HB 2008 of 2025 (under 16, since
 * 2026-01-01). South Carolina: Act 96 of 2026 (under 18, since 2026-02-05). Read on 2026-11-22. Connecticut:
 * Public Act 25-113 (SB 1295), which amends Conn. Gen. Stat. § 42-529a (under 18, since 2026-07-01); this
 * citation was not verified against the text of the act, so have counsel confirm it.
 */
const banned: Readonly<Record<string, readonly OptOutKind[]>> = {
  CT: ['sale', 'sharing', 'targetedAdvertising'],
  MD: ['sale', 'sharing', 'targetedAdvertising'],
  OR: ['sale', 'sharing', 'targetedAdvertising'],
  SC: ['sharing', 'targetedAdvertising'],
};

/**
 * Returns the uses of a known child's data that the child's choice cannot allow: all uses until the parent
 * agrees, then those that the place bans. The strictest bans apply to a visitor whose US state is unknown.
 * Source: 16 CFR § 312.5 (COPPA); Cal. Civ. Code § 1798.120(c); the states' consumer privacy acts.
 */
function withheldFromChild({ parentalConsent, country, region }: ChildSituation): readonly OptOutKind[] {
  if (parentalConsent === null) return [];
  if (parentalConsent !== 'granted') return optOutKinds;
  if (country !== 'US') return [];
  if (region === null)
    return optOutKinds.filter((kind) => Object.values(banned).some((kinds) => kinds.includes(kind)));
  return Object.hasOwn(banned, region) ? (banned[region] ?? []) : [];
}

/** Returns whether anything is denied to a child whatever it chooses. */
export function isLimitedForChild(situation: ChildSituation): boolean {
  return withheldFromChild(situation).length > 0 || listDeniedByParent(situation).length > 0;
}

const listDeniedByParent = ({ parentalConsent, parentalDenied = [] }: ChildSituation) =>
  parentalConsent === 'granted' ? parentalDenied : [];

/**
 * Returns the effective decision of a child: each category that serves a withheld use, or to which the parent did not
 * agree, is denied, whether granted or left out.
 * Source: 16 CFR § 312.5(a)(2), to be complied with since 2026-04-22.
 */
export function childConsent<State extends ConsentState>(
  consent: Readonly<Record<string, State>>,
  categories: OptOutCategories,
  situation: ChildSituation,
): Record<string, State | 'denied'> {
  if (!isLimitedForChild(situation)) return { ...consent };
  const uses = withheldFromChild(situation);
  const withheld = new Set([...uses.flatMap((kind) => categories[kind]), ...listDeniedByParent(situation)]);
  const isDenied = (category: string) => !Object.hasOwn(consent, category) || consent[category] === 'granted';
  return {
    ...consent,
    ...Object.fromEntries([...withheld].filter(isDenied).map((category) => [category, 'denied' as const])),
  };
}
