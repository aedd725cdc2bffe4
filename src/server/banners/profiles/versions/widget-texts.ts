import { widgetWordKeys } from '#content/widget-words/index';
import { plainText, safeUrl } from '#platform/kernel/text-patterns';
import type { LocaleContent, ProfileJson } from '../profile-schemas';
import { maxAgeGateText, maxUrlLength } from '../widget-settings';
import { maxWordLength } from '../word-overrides';

/**
 * The texts for the widget among the texts of a locale: words, texts of parameters, of services and of the age
 * gate, the address of the privacy policy. All are optional.
 */

const parameterFields = ['name', 'provider', 'description'] as const;
const ageGateFields = ['heading', 'text'] as const;

export function isWidgetPath(path: string): boolean {
  return /^(?:words\.|cookies\.|services\.|ageGate\.|privacyUrl$)/.test(path);
}

/** A path at which a locale can have a text, and the text; undefined where it has none. */
export type OptionalText = readonly [path: string, text: string | undefined];

export function listWidgetTexts({
  words = {},
  cookies = {},
  services = {},
  ageGate,
  privacyUrl,
}: LocaleContent): OptionalText[] {
  const found: OptionalText[] = [];
  for (const [id, texts] of Object.entries(cookies))
    for (const field of parameterFields) found.push([`cookies.${id}.${field}`, texts[field]]);
  for (const [key, texts] of Object.entries(services))
    for (const field of parameterFields) found.push([`services.${key}.${field}`, texts[field]]);
  for (const field of ageGateFields) found.push([`ageGate.${field}`, ageGate?.[field]]);
  found.push(['privacyUrl', privacyUrl]);
  for (const [key, word] of Object.entries(words)) found.push([`words.${key}`, word]);
  return found;
}

export function possibleWidgetPaths({ cookies = {}, services = {}, ageGate }: ProfileJson): string[] {
  return [
    ...Object.keys(cookies).flatMap((id) => parameterFields.map((field) => `cookies.${id}.${field}`)),
    ...Object.keys(services).flatMap((key) => parameterFields.map((field) => `services.${key}.${field}`)),
    ...(ageGate === undefined ? [] : ageGateFields.map((field) => `ageGate.${field}`)),
    'privacyUrl',
    ...widgetWordKeys.map((key) => `words.${key}`),
  ];
}

/** Returns what is wrong with a text; null for a valid one. An empty text removes it. */
export function widgetTextFault(path: string, text: string): string | null {
  if (text === '') return null;
  const limit = getLimit(path);
  if (text.length > limit) return `must not be longer than ${limit} characters`;
  if (path.startsWith('words.') && !new RegExp(plainText, 'u').test(text))
    return 'must be plain text on one line, without "<" and ">"';
  if (path === 'privacyUrl' && !new RegExp(safeUrl, 'u').test(text))
    return 'must be an address with http:// or https://, or a path such as /privacy';
  return null;
}

function getLimit(path: string): number {
  if (path.startsWith('words.')) return maxWordLength;
  if (path === 'privacyUrl') return maxUrlLength;
  if (path === 'ageGate.heading') return 1000;
  if (path === 'ageGate.text') return maxAgeGateText;
  return path.endsWith('.description') ? 5000 : 300;
}

/**
 * Returns the rebuilt content with the texts for the widget from `texts`.
 * @param structure the default locale's content, which decides the parameters; the same object as `content`
 * when the default locale itself is rebuilt
 */
export function withWidgetTexts(
  rebuilt: LocaleContent,
  content: LocaleContent,
  structure: LocaleContent,
  texts: ReadonlyMap<string, string>,
): LocaleContent {
  const isDefault = content === structure;
  const pick = <K extends string>(path: string, fields: readonly K[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const text = texts.get(`${path}${field}`);
        return text === undefined ? [] : [[field, text]];
      }),
    );
  const described = (map: 'cookies' | 'services') =>
    Object.entries(structure[map] ?? {}).flatMap(([id, described]) => {
      const own = pick(`${map}.${id}.`, parameterFields);
      if (!isDefault) return Object.keys(own).length > 0 ? [[id, own] as const] : [];
      const { name: _name, provider: _provider, description: _description, ...facts } = described;
      return [[id, { ...facts, ...own }] as const];
    });
  const cookies = described('cookies');
  const services = described('services');
  const { heading: _heading, text: _text, ...gate } = content.ageGate ?? {};
  const words = pick('words.', widgetWordKeys);
  const ageGate = { ...gate, ...pick('ageGate.', ageGateFields) };
  const {
    cookies: _cookies,
    services: _services,
    ageGate: _ageGate,
    words: _words,
    privacyUrl: _url,
    ...rest
  } = rebuilt;
  return {
    ...rest,
    ...((isDefault ? structure.cookies : cookies[0]) && { cookies: Object.fromEntries(cookies) }),
    ...((isDefault ? structure.services : services[0]) && { services: Object.fromEntries(services) }),
    ...((isDefault ? structure.ageGate : Object.keys(ageGate)[0]) && { ageGate }),
    ...(Object.keys(words).length > 0 && { words }),
    ...pick('', ['privacyUrl']),
  };
}
