import {
  bannerFor,
  bannerTexts,
  getBannerModel,
  type LanguageTexts,
  modalTextFor,
} from '#content/banner-texts/index';
import { describeCookie, findCookie } from '#content/cookie-catalogue/index';
import { type ComplianceGroupId, isBuiltInGroup } from '#standards/compliance/index';
import { getGpcMode, getGroup } from '../locale-file';
import type { Button, LocaleContent, ProfileJson } from '../profile-schemas';
import { getBannerFacts } from '../templates/banner-facts';
import { purposeOfCategory } from '../templates/category-purpose';
import { labelFor } from '../templates/starter-labels';
import { choicesLinkText } from '../templates/starter-settings';
import { listTexts } from '../versions/translations';

/** Starter texts for a profile, in one language. */
interface StarterContent {
  /** The language that was found: `de` for `de-AT`; null when there are no texts in it. */
  readonly locale: string | null;
  /** Texts by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Returns starter texts for the parts that a profile has, in a language: of its group, for its buttons by their effect,
 * for its categories by the purpose of their cookies, and the catalogue's descriptions of its cookies.
 * @param controller name of the controller, if the profile does not say it
 */
export function makeStarterContent(
  profileJson: ProfileJson,
  locale: string,
  controller: string,
): StarterContent {
  const texts = bannerTexts(locale);
  if (texts.isFallback) return { locale: null, texts: {} };
  const group = getGroup(profileJson);
  const content = makeContent(profileJson, texts, isBuiltInGroup(group) ? group : null, controller);
  return { locale: texts.locale, texts: Object.fromEntries(listTexts(withOwnLink(content, profileJson))) };
}

function makeContent(
  profileJson: ProfileJson,
  texts: LanguageTexts,
  group: ComplianceGroupId | null,
  controller: string,
): LocaleContent {
  const { cookies = {}, complianceConfig, mainBanner, gpcBanner, preferenceModal, choicesLink } = profileJson;
  const named = complianceConfig?.controllerName ?? complianceConfig?.dataFiduciary;
  const site = getBannerFacts(
    { cookies, categories: preferenceModal?.categories ?? {}, tcf: profileJson.tcf },
    String(named ?? controller),
  );
  const model = getBannerModel(group, site);
  const labels = (buttons: readonly Button[] = [], section: 'banner' | 'modal' = 'banner') =>
    buttons.map(({ action = 'custom', cookies }) =>
      // No starter text says which of the categories a button grants.
      Array.isArray(cookies)
        ? {}
        : { text: texts.buttons[labelFor({ action, ...(cookies && { cookies }) }, model, section)] },
    );
  const inSignal = (buttons: readonly Button[] = []) =>
    labels(buttons).map((label, index) =>
      buttons[index]?.action === 'submit' ? { text: texts.buttons.acknowledge } : label,
    );
  return {
    mainBanner: {
      ...bannerFor(texts, group, site),
      buttons: labels(mainBanner?.buttons),
    },
    ...(gpcBanner && {
      gpcBanner: {
        ...texts.gpc[getGpcMode(profileJson) === 'strict' ? 'binding' : 'honored'],
        buttons: inSignal(gpcBanner.buttons),
      },
    }),
    ...(preferenceModal && {
      preferenceModal: {
        ...modalTextFor(texts, site),
        buttons: labels(preferenceModal.buttons, 'modal'),
        categories: categoryTexts(profileJson, texts),
      },
    }),
    ...(choicesLink && {
      choicesLink: { text: group === null ? texts.modal.heading : choicesLinkText(group, texts) },
    }),
    cookies: Object.fromEntries(
      Object.entries(cookies).flatMap(([id, { name }]) => {
        const entry = name === undefined ? undefined : findCookie(name);
        const description = entry && describeCookie(entry, texts.locale);
        return description ? [[id, { description }]] : [];
      }),
    ),
  };
}

/** Two categories of one purpose would get the same heading, so only the first one gets texts. */
function categoryTexts({ cookies = {}, preferenceModal }: ProfileJson, texts: LanguageTexts) {
  const used = new Set<string>();
  return Object.fromEntries(
    Object.entries(preferenceModal?.categories ?? {}).flatMap(([id, category]) => {
      const found = (category.cookies ?? []).flatMap((cookie) =>
        Object.hasOwn(cookies, cookie) ? (cookies[cookie]?.purpose ?? []) : [],
      );
      const purpose = purposeOfCategory(id, found);
      if (purpose === undefined || used.has(purpose)) return [];
      used.add(purpose);
      return [[id, texts.categories[purpose]]];
    }),
  );
}

/** Lets links to the privacy policy lead where those of the profile's own text do. */
function withOwnLink(content: LocaleContent, { mainBanner, privacyUrl }: ProfileJson): LocaleContent {
  const own = /href="([^"#][^"]*)"/.exec(mainBanner?.htmlText ?? '')?.[1];
  const address = own ?? privacyUrl?.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  if (address === undefined) return content;
  const within = <T extends { readonly htmlText?: string }>(part: T): T =>
    part.htmlText === undefined
      ? part
      : { ...part, htmlText: part.htmlText.replaceAll('href="/privacy"', () => `href="${address}"`) };
  return {
    ...content,
    ...(content.mainBanner && { mainBanner: within(content.mainBanner) }),
    ...(content.gpcBanner && { gpcBanner: within(content.gpcBanner) }),
    ...(content.preferenceModal && { preferenceModal: within(content.preferenceModal) }),
  };
}
