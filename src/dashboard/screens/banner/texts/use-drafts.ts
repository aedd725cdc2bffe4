import { useRef } from 'react';
import { isSameLanguage } from '#standards/locale/index';
import { call } from '../../../api/client';
import { useMutationOnce } from '../../../api/use-mutation-once';
import type { DataOf } from '../../../api/use-resource';
import { type Content, type LocaleContent, type TextOrigin, textPath, toDotted } from '../edits/content';
import { type Changes, type Path, valueAt, withValue } from '../edits/edits';
import type { Editor } from '../edits/use-editor';
import { listCopies, listOpenTexts, listTextGroups } from './text-groups';

type Texts = DataOf<'translateTexts'>['texts'];

/** The result of filling in texts of a language. */
export interface Drafted {
  /** Number of texts that were filled in. */
  readonly filled: number;
  /** Number of texts without a usable draft. */
  readonly left: number;
}

/** Largest number of texts, and of their characters, in one request. */
const mostTexts = 200;
const mostCharacters = 50_000;

/** Adds a language with starter texts; what has none begins with the default language's text. */
export function useAddLanguage({ content, setAll }: Editor) {
  return useMutationOnce({
    async mutationFn({ locale, withStarter }: { readonly locale: string; readonly withStarter: boolean }) {
      const texts = withStarter ? await readStarterTexts(content, locale) : {};
      // A text that the default language does not have is not shown in others either.
      const fields = listFields(content).filter(
        ({ path, key }) => texts[key] !== undefined && Boolean(valueAt(content.profileJson, path)),
      );
      const copies = listCopies(content).filter(([path]) => texts[toDotted(path)] === undefined);
      const toTranslate = isSameLanguage(locale, content.defaultLocale) ? [] : copies;
      setAll([
        [
          ['localeContent', locale],
          [...copies, ...fields.map(({ path, key }) => [path, texts[key]] as const)].reduce<LocaleContent>(
            (own, [path, text]) => withValue(own, path, text),
            {},
          ),
        ],
        ...toTranslate.map(([path, text]) => mark(locale, toDotted(path), 'copied', text)),
        ...fields.map(({ key }) => mark(locale, key, 'starter', texts[key] ?? '')),
      ]);
      return { filled: fields.length, left: 0 } satisfies Drafted;
    },
  });
}

/** Fills in the missing texts of a language from the starter texts. */
export function useStarterTexts(editor: Editor) {
  const fill = useFill(editor);
  return useMutationOnce({
    async mutationFn(locale: string) {
      const wanted = fill.listWanted(locale, ['missing']);
      return fill.fillIn(locale, 'starter', wanted, await readStarterTexts(editor.content, locale));
    },
  });
}

/** Has a machine translate what nobody has translated, and what is outdated. */
export function useMachineTranslation(editor: Editor) {
  const fill = useFill(editor);
  return useMutationOnce({
    async mutationFn(locale: string) {
      const { content } = editor;
      const wanted = fill.listWanted(locale, ['missing', 'copied', 'outdated']);
      const sources = wanted.map(
        ({ path, key }) =>
          [key, String(valueAt(content, textPath(content, content.defaultLocale, path)))] as const,
      );
      const sum: Drafted[] = [];
      for (const batch of toBatches(sources)) {
        const { data } = await call('translateTexts', {
          body: { from: content.defaultLocale, to: locale, texts: Object.fromEntries(batch) },
        });
        const asked = new Set(batch.map(([key]) => key));
        // What has been paid for is kept, even when a later request fails.
        sum.push(
          fill.fillIn(
            locale,
            'machine',
            wanted.filter(({ key }) => asked.has(key)),
            data.texts,
          ),
        );
      }
      return {
        filled: sum.reduce((count, { filled }) => count + filled, 0),
        left: sum.reduce((count, { left }) => count + left, 0),
      };
    },
  });
}

interface Wanted {
  readonly path: Path;
  readonly key: string;
  /** The text when the request began. */
  readonly before: unknown;
}

/** Fills texts in, unless somebody has typed there since. */
function useFill({ content, base, setAll }: Editor) {
  const latest = useRef(content);
  latest.current = content;
  return {
    listWanted: (locale: string, reasons: readonly string[]): readonly Wanted[] =>
      listOpenTexts(content, base)
        .filter((open) => open.locale === locale && reasons.includes(open.reason))
        .map(({ path }) => ({
          path,
          key: toDotted(path),
          before: valueAt(content, textPath(content, locale, path)),
        })),
    fillIn(locale: string, origin: TextOrigin, wanted: readonly Wanted[], texts: Texts): Drafted {
      const now = latest.current;
      const filled = wanted.flatMap(({ path, key, before }) => {
        const text = texts[key];
        const place = textPath(now, locale, path);
        const isUsable = text !== undefined && Object.hasOwn(now.localeContent, locale);
        return isUsable && valueAt(now, place) === before ? [{ key, place, text }] : [];
      });
      setAll(
        filled.flatMap(({ key, place, text }): Changes => [[place, text], mark(locale, key, origin, text)]),
      );
      return { filled: filled.length, left: wanted.length - filled.length };
    },
  };
}

const mark = (locale: string, key: string, origin: TextOrigin, text: string): Changes[number] => [
  ['drafted', locale, key],
  { origin, text },
];

const listFields = ({ profileJson }: Content) =>
  listTextGroups(profileJson)
    .flatMap(({ fields }) => fields)
    .map(({ path }) => ({ path, key: toDotted(path) }));

async function readStarterTexts({ profileJson }: Content, locale: string): Promise<Texts> {
  return (await call('makeStarterTexts', { body: { profileJson, locale } })).data.texts;
}

type Source = readonly [key: string, text: string];

function toBatches(sources: readonly Source[]): readonly (readonly Source[])[] {
  const batches: Source[][] = [];
  let length = 0;
  for (const source of sources) {
    const last = batches.at(-1);
    length += source[1].length;
    if (last === undefined || last.length >= mostTexts || length > mostCharacters) {
      batches.push([source]);
      length = source[1].length;
    } else last.push(source);
  }
  return batches;
}
