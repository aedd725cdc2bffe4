import { useMemo } from 'react';
import { type WidgetWord, widgetWordKeys, widgetWords } from '#content/widget-words/index';
import { isSameLanguage } from '#standards/locale/index';
import { textDirection } from '#standards/locale/text-direction';
import { Button, Chip, TextField, useSteady } from '../../../components';
import { useFormats, useLanguage, useWords } from '../../../words';
import { type Content, textPath } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { FindingText } from '../findings/finding-list';
import type { FieldMarks } from './field-marks';
import { FoldedPanel } from './folded-panel';
import { longestText } from './longest-text';
import { fieldId } from './text-row';
import { words } from './words';

interface WordProps {
  readonly editor: Editor;
  readonly marks: FieldMarks;
  readonly isReadOnly: boolean;
}

/** The words of the banner itself, such as "Close": built in, and replaced here where others fit better. */
export function BannerWords({
  locale,
  isOpen,
  onOpen,
  openCount,
  ...props
}: WordProps & {
  readonly locale: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Number of words that are missing. */
  readonly openCount: number;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { content } = props.editor;
  const locales = [content.defaultLocale, ...(locale === undefined ? [] : [locale])];
  const replaced = locales.reduce((sum, tag) => sum + Object.keys(ownWords(content, tag)).length, 0);
  return (
    <FoldedPanel
      title={text.bannerWords}
      chips={
        <span className="row">
          {replaced > 0 && <Chip>{text.replacedWords(formats.number(replaced))}</Chip>}
          {openCount > 0 && <Chip tone="warn">{text.openCount(openCount)}</Chip>}
        </span>
      }
      isOpen={isOpen}
      onOpen={onOpen}
    >
      {() => (
        <>
          <p className="muted">{text.bannerWordsHelp}</p>
          {widgetWordKeys
            .filter((key) => locales.some((tag) => standardWord(content, tag, key) !== ''))
            .map((key) => (
              <div key={key} className="text-row">
                {locales.map((tag) => (
                  <OneWord key={tag} {...props} word={key} locale={tag} />
                ))}
              </div>
            ))}
        </>
      )}
    </FoldedPanel>
  );
}

function OneWord({
  editor,
  marks,
  isReadOnly,
  word,
  locale,
}: WordProps & { readonly word: WidgetWord; readonly locale: string }) {
  const text = useWords(words);
  const formats = useFormats();
  const language = useLanguage();
  const { content } = editor;
  const own = ownWords(content, locale)[word] ?? '';
  const standard = standardWord(content, locale, word);
  const label = `${nameWord(word, language)}, ${formats.language(locale)}`;
  const set = useSteady((next: string) =>
    editor.set(textPath(content, locale, ['words', word]), next.trim() === '' ? undefined : next),
  );
  const dir = useMemo(() => textDirection(locale), [locale]);
  const isMissing = marks.reasonAt(locale, ['words', word]) === 'missing';
  const note = useMemo(
    () => isMissing && <span className="attention">{text.missingWord}</span>,
    [isMissing, text],
  );
  // This language does not have the plural form.
  if (standard === '' && own === '') return <div />;
  return (
    <div id={fieldId(locale, `words.${word}`)} className="stack tight">
      <TextField
        label={label}
        value={own}
        placeholder={standard}
        maxLength={longestText(['words', word])}
        isReadOnly={isReadOnly}
        lang={locale}
        dir={dir}
        onChange={set}
        {...(note && { help: note })}
      />
      {own !== '' && !isReadOnly && (
        <div>
          <Button variant="quiet" aria-label={`${text.resetWord}: ${label}`} onPress={() => set('')}>
            {text.resetWord}
          </Button>
        </div>
      )}
      {marks.findingsAt(locale, `words.${word}`).map(({ finding, isError }) => (
        <FindingText key={finding.rule} finding={finding} locales={[locale]} isError={isError} />
      ))}
    </div>
  );
}

const ownWords = (content: Content, locale: string) =>
  (locale === content.defaultLocale ? content.profileJson.words : content.localeContent[locale]?.words) ?? {};

/** Returns the word that visitors read without one of the language's own. */
function standardWord(content: Content, locale: string, word: WidgetWord): string {
  const { defaultLocale } = content;
  const shared =
    locale !== defaultLocale && isSameLanguage(locale, defaultLocale)
      ? ownWords(content, defaultLocale)[word]
      : undefined;
  return shared ?? widgetWords(locale)[word] ?? '';
}

/** Names a word by itself, in the language of the dashboard; a plural form that it lacks, by its key. */
const nameWord = (word: WidgetWord, language: string): string =>
  (widgetWords(language)[word] ?? word).replace(/[.?]$/, '');
