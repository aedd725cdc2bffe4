import { type ChoiceCategory, toUndecidedCategories } from '#standards/choice/index';
import type { GpcMode, Purpose } from '#standards/compliance/index';
import type { StorageKind } from './observation';

/** A parameter of the published profile, as far as the scanner compares it. */
export interface ListedParameter {
  readonly id: string;
  /** Exact name in the browser, or a pattern with `*`. */
  readonly name: string;
  readonly kind: StorageKind | 'pixel' | 'other';
  readonly purpose: Purpose;
  readonly domains: readonly string[];
  readonly listenGpc: boolean;
  readonly maxAgeSeconds: number | 'session' | null;
  readonly duration: string | null;
  /** Categories that contain it. */
  readonly categories: readonly string[];
}

/** The profile that asks a visitor from one place, from the public route `GET /bootstrap`. */
export interface PublishedProfile {
  readonly found: boolean;
  /** Null when the group has no active profile. */
  readonly id: string | null;
  readonly group: string;
  readonly country: string | null;
  readonly region: string | null;
  readonly asksFirst: boolean;
  readonly gpcMode: GpcMode;
  readonly locales: readonly string[];
  readonly privacyUrl: string | null;
  readonly parameters: readonly ListedParameter[];
  readonly categories: readonly Omit<ChoiceCategory, 'state'>[];
  /** Positions of buttons in the first layer that decide at once; null: there is none. */
  readonly acceptButton: number | null;
  readonly refuseButton: number | null;
  /** Whether closing the banner refuses. */
  readonly closeRefuses: boolean;
  /** Names of the service’s own cookies, without prefixes such as `__Host-`. */
  readonly ownCookies: readonly string[];
}

/** The parts of the answer that the scanner reads. All can be missing in answers of other versions. */
interface Answer {
  found?: boolean;
  complianceGroup?: string;
  country?: string | null;
  region?: string | null;
  asksFirst?: boolean;
  cookies?: { choice?: string | null; visitor?: string | null; others?: string[] };
  profile?: {
    id?: string;
    gpcMode?: GpcMode;
    locales?: string[];
    privacyUrl?: string;
    closeMeans?: string;
    ui?: { mainBanner?: { showClose?: boolean } };
    cookies?: Record<string, AnswerParameter>;
    mainBanner?: { buttons?: { action?: string; cookies?: unknown }[] };
    preferenceModal?: { categories?: Record<string, { legalBasis?: string; cookies?: string[] }> };
  } | null;
}

interface AnswerParameter {
  name?: string;
  storedName?: string;
  kind?: ListedParameter['kind'];
  purpose: Purpose;
  domains?: string[];
  listenGpc?: boolean;
  preGranted?: boolean;
  maxAgeSeconds?: number | 'session';
  duration?: string;
}

/** Reads the answer of `GET /bootstrap`. @returns null for anything else */
export function readPublishedProfile(body: unknown): PublishedProfile | null {
  const answer = body as Answer | null;
  if (typeof answer?.found !== 'boolean' || typeof answer.complianceGroup !== 'string') return null;
  const { profile, cookies: own } = answer;
  const parameters = profile?.cookies ?? {};
  const categories = profile?.preferenceModal?.categories ?? {};
  const buttons = profile?.mainBanner?.buttons ?? [];
  const position = (cookies: string) => {
    const index = buttons.findIndex((button) => button.action !== 'manage' && button.cookies === cookies);
    return index === -1 ? null : index;
  };
  return {
    found: answer.found,
    id: profile?.id ?? null,
    group: answer.complianceGroup,
    country: answer.country ?? null,
    region: answer.region ?? null,
    asksFirst: answer.asksFirst ?? true,
    gpcMode: profile?.gpcMode ?? 'honor',
    locales: profile?.locales ?? [],
    privacyUrl: profile?.privacyUrl ?? null,
    parameters: Object.entries(parameters).map(([id, parameter]) => ({
      id,
      name: parameter.storedName ?? parameter.name ?? id,
      kind: parameter.kind ?? 'cookie',
      purpose: parameter.purpose,
      domains: parameter.domains ?? [],
      listenGpc: parameter.listenGpc ?? false,
      maxAgeSeconds: parameter.maxAgeSeconds ?? null,
      duration: parameter.duration ?? null,
      categories: Object.keys(categories).filter((key) => categories[key]?.cookies?.includes(id)),
    })),
    categories: toUndecidedCategories({
      complianceGroup: answer.complianceGroup,
      categories,
      cookies: Object.fromEntries(
        Object.entries(parameters).map(([id, { purpose, listenGpc = false, preGranted }]) => [
          id,
          { purpose, listenGpc, preGranted },
        ]),
      ),
    }),
    acceptButton: position('*'),
    refuseButton: position('!'),
    closeRefuses: profile?.closeMeans === 'refuse' && profile.ui?.mainBanner?.showClose === true,
    ownCookies: [own?.choice, own?.visitor, ...(own?.others ?? [])].filter(
      (name) => typeof name === 'string',
    ),
  };
}

/** Returns whether a name belongs to the service itself. */
export function isOwnName({ ownCookies }: Pick<PublishedProfile, 'ownCookies'>, name: string): boolean {
  const plain = name.replace(/^__(?:Host|Secure)-/, '');
  return ownCookies.includes(name) || ownCookies.includes(plain) || plain.startsWith('svc_');
}
