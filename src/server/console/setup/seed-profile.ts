import {
  choicesLinkText,
  controllerConfig,
  getBannerFacts,
  type LocaleContent,
  type ProfileCreate,
  type StarterButton,
  starterButtons,
  starterSettings,
} from '#banners/profiles/index';
import {
  type BannerFacts,
  bannerFor,
  bannerTextLocales,
  bannerTexts,
  getBannerModel,
  gpcTextFor,
  type LanguageTexts,
  modalTextFor,
} from '#content/banner-texts/index';
import type { CatalogueEntry } from '#content/cookie-catalogue/index';
import {
  type ComplianceGroupId,
  complianceGroups,
  type Purpose,
  purposes,
} from '#standards/compliance/index';
import { type SeedContent, seedCookies, seedCookieTexts, type VisitorCookieNames } from './seed-cookies';

type Button = NonNullable<NonNullable<LocaleContent['mainBanner']>['buttons']>[number];

export interface SeedOptions {
  readonly group: ComplianceGroupId;
  /** The controller: decides what the data is used for. */
  readonly controller: string;
  readonly visitorCookies: VisitorCookieNames;
  /** Languages, the default one first; they have starter texts. */
  readonly locales?: readonly string[];
  /**
   * Address of the privacy policy, to which the texts link; default `/privacy`. The profile does not have it besides,
   * or the banner would show the link twice.
   */
  readonly privacyUrl?: string;
  /** The site's cookies, as entries of the catalogue; null: well-known cookies as an example. */
  readonly catalogue?: readonly CatalogueEntry[] | null;
  /** The UI template with the look. */
  readonly uiTemplateId?: string;
  readonly position?: string;
}

/** Creates a starter profile with everything that its group requires. */
export function seedProfile({
  group,
  controller,
  visitorCookies,
  locales = bannerTextLocales,
  privacyUrl,
  catalogue = null,
  uiTemplateId,
  position = 'bottom-left',
}: SeedOptions): ProfileCreate {
  const [defaultLocale = 'en', ...others] = locales;
  const defaultTexts = bannerTexts(defaultLocale);
  const settings = starterSettings(group, defaultTexts);
  const { expiryDays } = settings;
  const content: SeedContent = { group, names: visitorCookies, expiryDays, catalogue };
  const cookies = seedCookies(content, defaultTexts);
  const used = purposes.filter((purpose) =>
    Object.values(cookies).some((cookie) => cookie.purpose === purpose),
  );
  const categories = Object.fromEntries(
    used.map((purpose) => [
      purpose,
      {
        legalBasis: purpose === 'necessary' ? ('mandatory' as const) : ('consent' as const),
        cookies: Object.keys(cookies).filter((id) => cookies[id]?.purpose === purpose),
      },
    ]),
  );
  const site = getBannerFacts({ cookies, categories }, controller);
  const buttons = starterButtons(getBannerModel(group, site));
  const textsIn = (language: LanguageTexts) =>
    withPolicy(textsFor(group, language, site, buttons, used), privacyUrl);
  const texts = textsIn(defaultTexts);
  const layout = (part: Pick<Button, 'text'>[] | undefined, effects: readonly StarterButton[]) =>
    effects.map(({ label: _label, ...effect }, index) => ({ ...part?.[index], ...effect }));
  return {
    name: `Starter: ${complianceGroups[group].label}`,
    defaultLocale,
    profileJson: {
      complianceGroup: group,
      ...settings,
      enhanceAccessibility: true,
      // The texts send visitors to the privacy settings, which the footer links to.
      showFooterMetadata: true,
      ...(uiTemplateId !== undefined && { uiTemplateId }),
      cookies,
      mainBanner: {
        position,
        ...texts.mainBanner,
        buttons: layout(texts.mainBanner?.buttons, buttons.mainBanner),
      },
      ...(texts.gpcBanner && {
        gpcBanner: {
          position,
          ...texts.gpcBanner,
          buttons: layout(texts.gpcBanner.buttons, buttons.gpcBanner),
        },
      }),
      preferenceModal: {
        position: 'center',
        ...texts.preferenceModal,
        buttons: layout(texts.preferenceModal?.buttons, buttons.preferenceModal),
        categories: Object.fromEntries(
          used.map((purpose) => [
            purpose,
            { ...texts.preferenceModal?.categories?.[purpose], ...categories[purpose] },
          ]),
        ),
      },
      complianceConfig: controllerConfig(group, controller),
    },
    localeContent: Object.fromEntries(
      others.map((locale) => {
        const texts = bannerTexts(locale);
        return [locale, { ...textsIn(texts), cookies: seedCookieTexts(content, texts) }];
      }),
    ),
  };
}

/** Returns only the texts that visitors read. */
function textsFor(
  group: ComplianceGroupId,
  language: LanguageTexts,
  site: BannerFacts,
  buttons: ReturnType<typeof starterButtons>,
  used: readonly Purpose[],
): LocaleContent {
  const { categories, buttons: texts } = language;
  const gpc = gpcTextFor(language, group, site);
  const labels = (list: readonly StarterButton[]) => list.map(({ label }) => ({ text: texts[label] }));
  return {
    mainBanner: { ...bannerFor(language, group, site), buttons: labels(buttons.mainBanner) },
    ...(gpc && { gpcBanner: { ...gpc, buttons: labels(buttons.gpcBanner) } }),
    preferenceModal: {
      ...modalTextFor(language, site),
      buttons: labels(buttons.preferenceModal),
      categories: Object.fromEntries(used.map((purpose) => [purpose, categories[purpose]])),
    },
    choicesLink: { text: choicesLinkText(group, language) },
  };
}

/** Lets the links of texts lead to the site's own privacy policy. */
function withPolicy(texts: LocaleContent, privacyUrl: string | undefined): LocaleContent {
  if (privacyUrl === undefined) return texts;
  const link = `href="${privacyUrl.replaceAll('&', '&amp;')}"`;
  const within = <T extends { readonly htmlText?: string }>(section: T): T =>
    section.htmlText === undefined
      ? section
      : { ...section, htmlText: section.htmlText.replaceAll('href="/privacy"', () => link) };
  return {
    ...texts,
    ...(texts.mainBanner && { mainBanner: within(texts.mainBanner) }),
    ...(texts.gpcBanner && { gpcBanner: within(texts.gpcBanner) }),
    ...(texts.preferenceModal && { preferenceModal: within(texts.preferenceModal) }),
  };
}
