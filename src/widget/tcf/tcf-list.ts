import type { Kit } from '../widget-types';

interface Text {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly illustrations?: readonly string[];
}

type Texts = Readonly<Record<string, Text>>;

export type Periods = Readonly<Record<string, number>>;

export interface Vendor {
  readonly id: number;
  readonly name: string;
  readonly purposes: readonly number[];
  readonly legIntPurposes: readonly number[];
  readonly specialPurposes: readonly number[];
  readonly features: readonly number[];
  readonly specialFeatures: readonly number[];
  readonly dataDeclaration?: readonly number[];
  readonly usesCookies?: boolean;
  readonly usesNonCookieAccess?: boolean;
  readonly cookieMaxAgeSeconds?: number | null;
  /** Whether the lifetime of the cookies can start again. */
  readonly cookieRefresh?: boolean;
  /** Days: the usual ones, and those of purposes that differ, by id. */
  readonly dataRetention?: {
    readonly stdRetention?: number;
    readonly purposes?: Periods;
    readonly specialPurposes?: Periods;
  };
  readonly urls?: readonly { readonly privacy?: string; readonly legIntClaim?: string }[];
}

/** The answer of `GET /tcf/list/:version/:lang`. */
export interface TcfList {
  readonly vendorListVersion: number;
  readonly language: string;
  readonly purposes: Texts;
  readonly specialPurposes: Texts;
  readonly features: Texts;
  readonly specialFeatures: Texts;
  readonly stacks: Readonly<
    Record<
      string,
      Text & { readonly purposes: readonly number[]; readonly specialFeatures: readonly number[] }
    >
  >;
  readonly dataCategories: Texts;
  readonly standardTexts?: Readonly<Record<string, unknown>>;
  readonly vendors: Readonly<Record<string, Vendor>>;
  readonly words: Readonly<Record<string, string>>;
}

/** Returns the route of what the profile discloses, in the language of its texts. */
export function toRoute({ bootstrap, profile }: Kit): string {
  const { profileId, profileVersion, tcf } = bootstrap;
  const query = new URLSearchParams({ profileId: `${profileId}`, profileVersion: `${profileVersion}` });
  return `tcf/list/${tcf?.listVersion}/${profile.currentLocale}?${query}`;
}

export const isList = ({ purposes, stacks, vendors, words }: TcfList): unknown =>
  purposes && stacks && vendors && words;

/** Fills the `{names}` of a word. */
export const fill = (text = '', count: string | number = ''): string => text.replace('{count}', `${count}`);
