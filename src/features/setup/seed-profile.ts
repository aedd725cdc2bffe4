import { type BannerModel, type ButtonTexts, bannerModelOf, bannerTextLocales, bannerTexts, type LanguageTexts } from '../../standards/banner-texts';
import { type ComplianceGroupId, complianceGroups } from '../../standards/compliance';
import type { LocaleContent, ProfileCreate } from '../profiles';
import { seedCookies } from './seed-cookies';

type Button = NonNullable<NonNullable<LocaleContent['mainBanner']>['buttons']>[number];
type SeedButton = Omit<Button, 'text'> & { readonly label: keyof ButtonTexts };

const acceptAll: SeedButton = { label: 'acceptAll', style: 'primary', action: 'custom', cookies: '*' };
const rejectAll: SeedButton = { label: 'rejectAll', style: 'primary', action: 'custom', cookies: '!' };
const manage: SeedButton = { label: 'manage', style: 'secondary', action: 'manage' };
const save: SeedButton = { label: 'save', style: 'primary', action: 'submit' };
const choice = [acceptAll, rejectAll, manage];

const mainButtons: Readonly<Record<BannerModel, readonly SeedButton[]>> = {
  // Consent is given purpose by purpose, so there is no button for all at once.
  'opt-in-explicit': [rejectAll, { ...manage, style: 'primary' }],
  'opt-in': choice,
  'opt-in-exempt': choice,
  'opt-out': choice,
  'notice-opt-out': choice,
  'notice-only': [{ ...acceptAll, label: 'acknowledge' }, manage],
};
/** Leaves everything as the signal has set it. */
const gpcButtons: readonly SeedButton[] = [{ label: 'acknowledge', style: 'primary', action: 'submit' }, manage];
const modalButtons = [save];

const purposes = ['necessary', 'preferences', 'analytics', 'marketing'] as const;

export interface SeedOptions {
  readonly group: ComplianceGroupId;
  /** Who decides what the data is used for. */
  readonly tenantName: string;
  /** Name of the cookie that holds the visitor id. */
  readonly visitorCookie: string;
}

/** A profile to begin with: everything that its group asks for, in every language that there are texts in. */
export function seedProfile({ group, tenantName, visitorCookie }: SeedOptions): ProfileCreate {
  const cookies = seedCookies(group, visitorCookie);
  const [defaultLocale = 'en', ...others] = bannerTextLocales;
  const texts = textsFor(group, bannerTexts(defaultLocale));
  const layout = (part: Pick<Button, 'text'>[] | undefined, buttons: readonly SeedButton[]) =>
    buttons.map(({ label: _label, ...effect }, index) => ({ ...part?.[index], ...effect }));
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
      expiryDays: 365,
      enhanceAccessibility: true,
      // The texts send visitors to the privacy settings, which the footer links to.
      showFooterMetadata: true,
      cookies,
      mainBanner: { position: 'bottom', ...texts.mainBanner, buttons: layout(texts.mainBanner?.buttons, mainButtons[bannerModelOf(group)]) },
      ...(texts.gpcBanner && { gpcBanner: { position: 'bottom', ...texts.gpcBanner, buttons: layout(texts.gpcBanner.buttons, gpcButtons) } }),
      preferenceModal: {
        position: 'center',
        ...texts.preferenceModal,
        buttons: layout(texts.preferenceModal?.buttons, modalButtons),
        categories: Object.fromEntries(categories),
      },
      ...(group === 'opt-in-explicit' ? { complianceConfig: { dataFiduciary: tenantName } } : {}),
    },
    localeContent: Object.fromEntries(others.map((locale) => [locale, textsFor(group, bannerTexts(locale))])),
  };
}

/** What visitors read, and nothing else. */
function textsFor(group: ComplianceGroupId, { banners, gpc, modal, categories, buttons }: LanguageTexts): LocaleContent {
  const model = bannerModelOf(group);
  const { gpcMode } = complianceGroups[group];
  const labels = (list: readonly SeedButton[]) => list.map(({ label }) => ({ text: buttons[label] }));
  return {
    mainBanner: { ...banners[model], buttons: labels(mainButtons[model]) },
    ...(gpcMode === 'ignore' ? {} : { gpcBanner: { ...gpc[gpcMode === 'strict' ? 'binding' : 'honored'], buttons: labels(gpcButtons) } }),
    preferenceModal: {
      ...modal,
      buttons: labels(modalButtons),
      categories: Object.fromEntries(purposes.map((purpose) => [purpose, categories[purpose]])),
    },
  };
}
