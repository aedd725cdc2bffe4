import { complianceGroups, type GpcMode, isBuiltInGroup } from '../../standards/compliance';
import type { UiPresentation } from '../templates';
import { safeComplianceConfig } from './compliance-config';
import type {
  Banner,
  Button,
  ChoicesLink,
  CookieMap,
  LocaleContent,
  Modal,
  ProfileJson,
} from './profile-schemas';
import type { PublishedProfile } from './published-profile-schema';

/** Default number of days until a consent expires. */
export const defaultExpiryDays = 365;

/** The file that visitors' browsers load, one for each locale. It never contains origins or the version. */
export type LocaleFile = Readonly<PublishedProfile>;

/** Returns the group of a profile: the built-in one, else the custom one. */
export function groupOf(profileJson: ProfileJson): string | null {
  return profileJson.complianceGroup ?? profileJson.customComplianceGroup ?? null;
}

/** Returns the profile's own `gpcMode`, else its group's default; `ignore` for custom groups. */
export function gpcModeOf(profileJson: ProfileJson): GpcMode {
  const group = groupOf(profileJson);
  return profileJson.gpcMode ?? (isBuiltInGroup(group) ? complianceGroups[group].gpcMode : 'ignore');
}

export interface LocaleFileInput {
  readonly id: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /** Must not contain unknown fields: visitors receive it as it is. */
  readonly profileJson: ProfileJson;
  readonly ui: UiPresentation | null;
}

/**
 * Builds the file of one locale. @param content the locale's own texts; omitted for the default locale.
 * Missing texts come from the default locale.
 */
export function buildLocaleFile(
  { id, defaultLocale, locales, profileJson, ui }: LocaleFileInput,
  locale: string,
  content: LocaleContent = {},
): LocaleFile {
  const gpcBanner =
    profileJson.gpcBanner === undefined ? undefined : mergeBanner(profileJson.gpcBanner, content.gpcBanner);
  return {
    id,
    expiryDays: profileJson.expiryDays ?? defaultExpiryDays,
    defaultLocale,
    currentLocale: locale,
    locales: [...locales],
    complianceGroup: groupOf(profileJson),
    gpcMode: gpcModeOf(profileJson),
    cookies: withOverrides(profileJson),
    mainBanner: mergeBanner(profileJson.mainBanner ?? {}, content.mainBanner),
    preferenceModal: mergeModal(profileJson.preferenceModal ?? {}, content.preferenceModal),
    ...(gpcBanner === undefined ? {} : { gpcBanner }),
    ...(profileJson.choicesLink === undefined
      ? {}
      : { choicesLink: mergeLink(profileJson.choicesLink, content.choicesLink) }),
    enhanceAccessibility: profileJson.enhanceAccessibility ?? false,
    showFooterMetadata: profileJson.showFooterMetadata ?? false,
    darkMode: profileJson.darkMode ?? false,
    hidePoweredBy: profileJson.hidePoweredBy ?? true,
    allowReceipt: profileJson.allowReceipt ?? false,
    complianceConfig: safeComplianceConfig(profileJson.complianceConfig),
    ...(ui === null ? {} : { ui: toLook(ui) }),
  };
}

function toLook({ mainBanner, preferenceModal }: UiPresentation): NonNullable<LocaleFile['ui']> {
  const { buttons: _inBanner, ...banner } = mainBanner;
  const { buttons: _inModal, ...modal } = preferenceModal;
  return { mainBanner: banner, preferenceModal: modal };
}

function withOverrides({ cookies = {}, cookiesOverride = {} }: ProfileJson): CookieMap {
  return Object.fromEntries(
    Object.entries(cookies).map(([id, parameter]) => {
      const override = Object.hasOwn(cookiesOverride, id) ? cookiesOverride[id] : undefined;
      return [id, override === undefined ? parameter : { ...parameter, preGranted: override.preGranted }];
    }),
  );
}

function texts<K extends 'heading' | 'htmlText' | 'text'>(
  own: Partial<Record<K, string>> | undefined,
  keys: readonly K[],
): Partial<Record<K, string>> {
  return Object.fromEntries(
    keys.filter((key) => own?.[key] !== undefined).map((key) => [key, own?.[key]]),
  ) as Partial<Record<K, string>>;
}

function mergeButtons(shared: readonly Button[] | undefined, own: readonly Button[] | undefined): Button[] {
  return (shared ?? []).map((button, index) => ({ ...button, ...texts(own?.[index], ['text']) }));
}

function mergeBanner(shared: Banner, own: Banner | undefined): LocaleFile['mainBanner'] {
  return {
    ...shared,
    ...texts(own, ['heading', 'htmlText']),
    buttons: mergeButtons(shared.buttons, own?.buttons),
  };
}

function mergeLink(
  { text = '', optOutIcon = false }: ChoicesLink,
  own: ChoicesLink | undefined,
): NonNullable<LocaleFile['choicesLink']> {
  return { text: own?.text ?? text, optOutIcon };
}

function mergeModal(shared: Modal, own: Modal | undefined): LocaleFile['preferenceModal'] {
  const categories = Object.fromEntries(
    Object.entries(shared.categories ?? {}).map(([id, category]) => {
      const mine =
        own?.categories !== undefined && Object.hasOwn(own.categories, id) ? own.categories[id] : undefined;
      return [id, { ...category, cookies: category.cookies ?? [], ...texts(mine, ['heading', 'htmlText']) }];
    }),
  );
  return {
    ...shared,
    ...texts(own, ['heading', 'htmlText']),
    buttons: mergeButtons(shared.buttons, own?.buttons),
    categories,
  };
}
