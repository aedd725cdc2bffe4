import {
  bannerFor,
  bannerTexts,
  getBannerModel,
  gpcTextFor,
  type LanguageTexts,
  modalTextFor,
} from '#content/banner-texts/index';
import { isBlankText } from '#standards/blank-text';
import type { ComplianceGroupId, RuleOptions } from '#standards/compliance/index';
import type { StoredConsentTemplate, StoredUiTemplate, TemplateButtons } from '../../templates';
import { isBlankHtml } from '../drafts/operator-html';
import type { Button, CategoryMap, Finding, ProfileCreate } from '../profile-schemas';
import { controllerConfig, getBannerFacts } from './banner-facts';
import { purposeOfCategory } from './category-purpose';
import { type Choices, fitToGroup } from './fit-to-group';
import { withFittingServices } from './fitting-services';
import { type StarterButton, starterButtons } from './starter-buttons';
import { labelFor } from './starter-labels';
import { starterSettings } from './starter-settings';

export interface FromTemplate {
  readonly name: string;
  readonly defaultLocale: string;
  readonly complianceGroup: ComplianceGroupId;
  readonly consentTemplate: StoredConsentTemplate;
  readonly uiTemplate: StoredUiTemplate | null;
  /** The controller: decides what the data is used for. */
  readonly controller: string;
}

/**
 * Creates a profile with a template's cookies, categories and starter texts. Changes settings that contradict
 * the group's rules and warns about each.
 */
export function profileFromTemplate(
  { name, defaultLocale, complianceGroup: group, consentTemplate, uiTemplate, controller }: FromTemplate,
  rules: RuleOptions,
): { input: ProfileCreate; warnings: Finding[] } {
  const texts = bannerTexts(defaultLocale);
  const { choices: fitted, warnings } = fitToGroup(consentTemplate, group, rules);
  const { services, ...choices } = withFittingServices(fitted, consentTemplate.services);
  const site = getBannerFacts(choices, controller);
  const model = getBannerModel(group, site);
  const banner = bannerFor(texts, group, site);
  const starter = starterButtons(model);
  const gpc = gpcTextFor(texts, group, site);
  const bannerButtons = uiTemplate?.mainBanner.buttons;
  const position = (of: 'mainBanner' | 'preferenceModal', standard: string) =>
    uiTemplate?.[of].position === undefined ? { position: standard } : {};
  const labels = (
    templates: TemplateButtons | undefined,
    own: readonly StarterButton[],
    section: 'banner' | 'modal' = 'banner',
  ): Button[] =>
    templates === undefined
      ? own.map(({ label, ...button }) => ({ text: texts.buttons[label], ...button }))
      : Object.values(templates).map((button) => ({ text: texts.buttons[labelFor(button, model, section)] }));

  return {
    input: {
      name,
      defaultLocale,
      profileJson: {
        complianceGroup: group,
        consentTemplateId: consentTemplate.id,
        ...(uiTemplate && { uiTemplateId: uiTemplate.id }),
        cookies: choices.cookies,
        ...(Object.keys(services).length > 0 && { services }),
        complianceConfig: controllerConfig(group, controller),
        ...starterSettings(group, texts),
        mainBanner: {
          ...position('mainBanner', 'bottom-left'),
          ...banner,
          buttons: labels(bannerButtons, starter.mainBanner),
        },
        ...(gpc && {
          gpcBanner: {
            ...position('mainBanner', 'bottom-left'),
            ...gpc,
            buttons: labels(bannerButtons, starter.gpcBanner),
          },
        }),
        preferenceModal: {
          ...position('preferenceModal', 'center'),
          ...modalTextFor(texts, site),
          buttons: labels(uiTemplate?.preferenceModal.buttons, starter.preferenceModal, 'modal'),
          categories: withTexts(choices, texts),
        },
      },
    },
    warnings: [...warnings, ...(texts.isFallback ? [untranslated(defaultLocale)] : [])],
  };
}

function untranslated(locale: string): Finding {
  return {
    rule: 'content/untranslated',
    message: `There are no starter texts in “${locale}”. The profile contains the English ones; translate them`,
    locale,
  };
}

/**
 * Adds the texts and the legal basis that the template leaves out, by the purpose that most of the category's
 * cookies have.
 */
function withTexts({ cookies, categories }: Choices, texts: LanguageTexts): CategoryMap {
  const usedHeadings = new Set<string>();
  return Object.fromEntries(
    Object.entries(categories).map(([id, category]) => {
      const found = (category.cookies ?? []).flatMap((cookie) =>
        Object.hasOwn(cookies, cookie) ? (cookies[cookie]?.purpose ?? []) : [],
      );
      const purpose = purposeOfCategory(id, found);
      const text = purpose && texts.categories[purpose];
      const suggested =
        text && !usedHeadings.has(text.heading) ? text.heading : text ? `${text.heading} (${id})` : id;
      const heading = isBlankText(category.heading) ? suggested : category.heading;
      usedHeadings.add(heading ?? '');
      const htmlText = isBlankHtml(category.htmlText) ? text?.htmlText : category.htmlText;
      const isMandatory = found.length > 0 && found.every((one) => one === 'necessary');
      return [
        id,
        {
          ...category,
          heading,
          ...(htmlText && { htmlText }),
          legalBasis: category.legalBasis ?? (isMandatory ? 'mandatory' : 'consent'),
        },
      ];
    }),
  );
}
