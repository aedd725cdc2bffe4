import type { PublishedProfile } from '#banners/profiles/index';
import { declarationWords } from '#content/declaration-words/index';
import { orderCategories } from '#standards/category-order';
import { keptFor } from '#standards/receipt/index';
import type { Declaration, DeclaredCookie } from './declaration-schemas';

export interface DeclarationFacts {
  readonly version: number;
  readonly complianceGroup: string;
  /** ISO 8601. */
  readonly lastChanged: string | null;
}

/** Returns the declaration of a published profile, with the categories in the order in which visitors see them. */
export function toDeclaration(
  profile: PublishedProfile,
  { version, complianceGroup, lastChanged }: DeclarationFacts,
): Declaration {
  const { currentLocale: locale, cookies, preferenceModal } = profile;
  return {
    profileId: profile.id,
    profileVersion: version,
    complianceGroup,
    locale,
    dir: profile.dir,
    lastChanged,
    heading: declarationWords(locale).heading,
    categories: orderCategories(preferenceModal.categories).map(
      ([id, { heading, htmlText, legalBasis, cookies: ids }]) => ({
        id,
        heading: heading ?? id,
        ...(htmlText ? { htmlText } : {}),
        alwaysOn: legalBasis === 'mandatory',
        cookies: ids.flatMap((name) =>
          Object.hasOwn(cookies, name) && cookies[name]
            ? [toDeclaredCookie(profile, name, cookies[name])]
            : [],
        ),
      }),
    ),
  };
}

function toDeclaredCookie(
  { currentLocale, words }: PublishedProfile,
  id: string,
  parameter: PublishedProfile['cookies'][string],
): DeclaredCookie {
  const { kind = 'cookie', provider, providerContact, providerCountry, description, domains } = parameter;
  const duration = keptFor(parameter, currentLocale, words?.session ?? 'session');
  return {
    name: parameter.storedName ?? parameter.name ?? id,
    kind,
    ...(provider && { provider }),
    ...(providerContact && { providerContact }),
    ...(providerCountry && { providerCountry }),
    ...(description && { description }),
    ...(duration && { duration }),
    ...(domains?.length && { domains }),
  };
}
