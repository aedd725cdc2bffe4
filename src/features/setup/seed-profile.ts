import {
  type BannerFacts,
  bannerFor,
  bannerTextLocales,
  bannerTexts,
  type LanguageTexts,
} from '../../content/banner-texts';
import { type ComplianceGroupId, complianceGroups } from '../../standards/compliance';
import {
  bannerFactsOf,
  choicesLinkText,
  controllerConfig,
  type LocaleContent,
  type ProfileCreate,
  type StarterButton,
  starterButtons,
  starterSettings,
} from '../profiles';
import { seedCookies, type VisitorCookieNames } from './seed-cookies';

type Button = NonNullable<NonNullable<LocaleContent['mainBanner']>['buttons']>[number];
const purposes = ['necessary', 'preferences', 'analytics', 'marketing'] as const;

export interface SeedOptions {
  readonly group: ComplianceGroupId;
  /** The controller: decides what the data is used for. */
  readonly controller: string;
  readonly visitorCookies: VisitorCookieNames;
}

/** Creates a starter profile with everything that its group requires, in every language that has texts. */
export function seedProfile({ group, controller, visitorCookies }: SeedOptions): ProfileCreate {
  const cookies = seedCookies(group, visitorCookies);
  const [defaultLocale = 'en', ...others] = bannerTextLocales;
  const facts = bannerFactsOf(cookies, controller);
  const texts = textsFor(group, bannerTexts(defaultLocale), facts);
  const buttons = starterButtons(group);
  const layout = (part: Pick<Button, 'text'>[] | undefined, effects: readonly StarterButton[]) =>
    effects.map(({ label: _label, ...effect }, index) => ({ ...part?.[index], ...effect }));
  const categories = purposes.map((purpose) => [
    purpose,
    {
      ...texts.preferenceModal?.categories?.[purpose],
      legalBasis: purpose === 'necessary' ? ('mandatory' as const) : ('consent' as const),
      cookies: Object.keys(cookies).filter((id) => cookies[id]?.purpose === purpose),
    },
  ]);
  return {
    name: `Starter: ${complianceGroups[group].label}`,
    defaultLocale,
    profileJson: {
      complianceGroup: group,
      ...starterSettings(group, bannerTexts(defaultLocale)),
      enhanceAccessibility: true,
      // The texts send visitors to the privacy settings, which the footer links to.
      showFooterMetadata: true,
      cookies,
      mainBanner: {
        position: 'bottom',
        ...texts.mainBanner,
        buttons: layout(texts.mainBanner?.buttons, buttons.mainBanner),
      },
      ...(texts.gpcBanner && {
        gpcBanner: {
          position: 'bottom',
          ...texts.gpcBanner,
          buttons: layout(texts.gpcBanner.buttons, buttons.gpcBanner),
        },
      }),
      preferenceModal: {
        position: 'center',
        ...texts.preferenceModal,
        buttons: layout(texts.preferenceModal?.buttons, buttons.preferenceModal),
        categories: Object.fromEntries(categories),
      },
      complianceConfig: controllerConfig(group, controller),
    },
    localeContent: Object.fromEntries(
      others.map((locale) => [locale, textsFor(group, bannerTexts(locale), facts)]),
    ),
  };
}

/** Returns only the texts that visitors read. */
function textsFor(group: ComplianceGroupId, language: LanguageTexts, facts: BannerFacts): LocaleContent {
  const { gpc, modal, categories, buttons: texts } = language;
  const { gpcMode } = complianceGroups[group];
  const buttons = starterButtons(group);
  const labels = (list: readonly StarterButton[]) => list.map(({ label }) => ({ text: texts[label] }));
  return {
    mainBanner: { ...bannerFor(language, group, facts), buttons: labels(buttons.mainBanner) },
    ...(gpcMode === 'ignore'
      ? {}
      : {
          gpcBanner: {
            ...gpc[gpcMode === 'strict' ? 'binding' : 'honored'],
            buttons: labels(buttons.gpcBanner),
          },
        }),
    preferenceModal: {
      ...modal,
      buttons: labels(buttons.preferenceModal),
      categories: Object.fromEntries(purposes.map((purpose) => [purpose, categories[purpose]])),
    },
    choicesLink: { text: choicesLinkText(group, language) },
  };
}
