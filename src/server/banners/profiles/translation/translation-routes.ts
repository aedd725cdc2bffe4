import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';
import { nullable, oneOf } from '#platform/kernel/schemas';
import type { ControllerName } from '#sites/tenants/index';
import { maxTextLength, ProfileCreate } from '../profile-schemas';
import { refusals } from './check-translation';
import { makeStarterContent } from './starter-content';
import { maxTranslatedLength, type TranslateTexts } from './translate-texts';

const tag = 'Profiles';
const locale = Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47' });
const path = Type.String({ maxLength: 400, description: 'Path of a text, such as `mainBanner.heading`.' });

const StarterRequest = Type.Object({ profileJson: ProfileCreate.properties.profileJson, locale });
const StarterTexts = Type.Object({
  locale: nullable(
    Type.String({
      description: 'Language of the texts: `de` for `de-AT`; null when there are no starter texts in it.',
    }),
  ),
  texts: Type.Record(Type.String(), Type.String(), { description: 'Texts by path.' }),
});

const TranslationRequest = Type.Object({
  from: locale,
  to: locale,
  texts: Type.Record(path, Type.String({ maxLength: maxTextLength.htmlText }), {
    maxProperties: 1000,
    description: `Texts by path, ${maxTranslatedLength} characters in total at most. Those at \`…htmlText\` are HTML.`,
  }),
});
const Translations = Type.Object({
  texts: Type.Record(Type.String(), Type.String(), { description: 'Translations by path.' }),
  refused: Type.Record(Type.String(), oneOf(refusals), {
    description:
      'Texts whose translation cannot be used, by path: it is blank, has other placeholders or links than its source, or is too long.',
  }),
});

export interface TranslationRoutesOptions {
  readonly controllerName: ControllerName;
  readonly translateTexts: TranslateTexts;
}

/**
 * Routes for the texts that a translation starts with; they save nothing. Registered before `profileRoutes`, which would
 * read their paths as ids.
 */
export function translationRoutes({ controllerName, translateTexts }: TranslationRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'makeStarterTexts',
      method: 'POST',
      path: '/profiles/starter-texts',
      tag,
      summary: 'Get starter texts for the parts of a profile in one language; nothing is saved',
      description:
        'Labels of buttons by their effect, texts of categories by the purpose of their cookies, and descriptions of cookies from the catalogue. Parts without starter texts are missing.',
      access: { permission: 'profiles:read' },
      body: StarterRequest,
      replies: { 200: { description: 'The texts', schema: StarterTexts } },
      errors: [],
      handle: async ({ tenantId, body }) => ({
        body: makeStarterContent(body.profileJson, body.locale, await controllerName(tenantId)),
      }),
    }),
    defineRoute({
      id: 'translateTexts',
      method: 'POST',
      path: '/profiles/translate',
      tag,
      summary: 'Have texts translated by the function `translate` of the configuration; nothing is saved',
      description:
        'Save the translations with the mark `machine` in `uncheckedTexts`, so that a person checks them.',
      access: { permission: 'profiles:update' },
      body: TranslationRequest,
      replies: { 200: { description: 'The translations', schema: Translations } },
      errors: ['translation_disabled', 'translation_failed', 'unavailable'],
      handle: async ({ tenantId, body }) => ({ body: await translateTexts(tenantId, body) }),
    }),
  ];
}
