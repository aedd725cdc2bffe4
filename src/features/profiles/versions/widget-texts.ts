import { widgetWordKeys } from '../../../content/widget-words';
import { plainText, safeUrl } from '../../../kernel/text-patterns';
import type { LocaleContent, ProfileJson } from '../profile-schemas';
import { maxAgeGateText, maxUrlLength } from '../widget-settings';
import { maxWordLength } from '../word-overrides';

/**
 * The texts for the widget among the texts of a locale: words, texts of parameters and of the age gate, the
 * address of the privacy policy. All are optional.
 */

const parameterFields = ['name', 'provider', 'description'] as const;
const ageGateFields = ['heading', 'text'] as const;

export function isWidgetPath(path: string): boolean {
  return /^(?:words\.|cookies\.|ageGate\.|privacyUrl$)/.test(path);
}

export function putWidgetTexts(
  { words = {}, cookies = {}, ageGate, privacyUrl }: LocaleContent,
  put: (path: string, text: string | undefined) => void,
): void {
  for (const [id, texts] of Object.entries(cookies))
    for (const field of parameterFields) put(`cookies.${id}.${field}`, texts[field]);
  for (const field of ageGateFields) put(`ageGate.${field}`, ageGate?.[field]);
  put('privacyUrl', privacyUrl);
  for (const [key, word] of Object.entries(words)) put(`words.${key}`, word);
}

export function possibleWidgetPaths({ cookies = {}, ageGate }: ProfileJson): string[] {
  return [
    ...Object.keys(cookies).flatMap((id) => parameterFields.map((field) => `cookies.${id}.${field}`)),
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
  const cookies = Object.entries(structure.cookies ?? {}).flatMap(([id, parameter]) => {
    const own = pick(`cookies.${id}.`, parameterFields);
    if (!isDefault) return Object.keys(own).length > 0 ? [[id, own] as const] : [];
    const { name: _name, provider: _provider, description: _description, ...facts } = parameter;
    return [[id, { ...facts, ...own }] as const];
  });
  const { heading: _heading, text: _text, ...gate } = content.ageGate ?? {};
  const words = pick('words.', widgetWordKeys);
  const ageGate = { ...gate, ...pick('ageGate.', ageGateFields) };
  const { cookies: _cookies, ageGate: _ageGate, words: _words, privacyUrl: _url, ...rest } = rebuilt;
  return {
    ...rest,
    ...((isDefault ? structure.cookies : cookies[0]) && { cookies: Object.fromEntries(cookies) }),
    ...((isDefault ? structure.ageGate : Object.keys(ageGate)[0]) && { ageGate }),
    ...(Object.keys(words).length > 0 && { words }),
    ...pick('', ['privacyUrl']),
  };
}
