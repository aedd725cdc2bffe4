/** Returns a word of the profile, with values in place of its names in braces. */
export type Word = (key: string, values?: Readonly<Record<string, string | number>>) => string;

interface ProfileWithServices {
  readonly granularity?: 'category' | 'service' | undefined;
  readonly services?: Readonly<Record<string, { readonly category: string }>> | undefined;
}

/** Returns the services of a category about which visitors decide, in the order of the profile. */
export const listServices = (
  { granularity, services = {} }: ProfileWithServices,
  category: string,
): string[] =>
  granularity === 'service'
    ? Object.keys(services).filter((key) => services[key]?.category === category)
    : [];

/** Returns "3 cookies" in the language of the profile. */
export function countCookies(
  { profile, word }: { readonly profile: { readonly currentLocale: string }; readonly word: Word },
  count: number,
): string {
  const form = new Intl.PluralRules(profile.currentLocale).select(count);
  const key = `cookies${form.at(0)?.toUpperCase()}${form.slice(1)}`;
  return word(key, { count }) || word('cookiesOther', { count });
}

/** Returns the name of a country (ISO 3166-1) in a language; the code itself where the name is not known. */
export const countryName = (country: string, locale: string): string | undefined =>
  new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(country);
