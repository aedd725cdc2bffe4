import { useMemo } from 'react';
import { type WidgetWord, widgetWordKeys, widgetWords } from '#content/widget-words/index';
import { isSameLanguage } from '#standards/locale/index';
import { textDirection } from '#standards/locale/text-direction';
import { Button, Chip, TextField, useSteady } from '../../../components';
import { useFormats, useLanguage, useWords } from '../../../words';
import { type Content, textPath } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { FindingText } from '../findings/finding-list';
import type { Findings } from '../findings/use-findings';
import { longestText } from './longest-text';
import { words } from './words';

interface WordProps {
  readonly editor: Editor;
  readonly findings: Findings;
  readonly isReadOnly: boolean;
}

/** The words of the banner itself, such as "Close": built in, and replaced here where others fit better. */
export function BannerWords({ locale, ...props }: WordProps & { readonly locale: string | undefined }) {
  const text = useWords(words);
  const formats = useFormats();
  const { content } = props.editor;
  const locales = [content.defaultLocale, ...(locale === undefined ? [] : [locale])];
  const count = locales.reduce((sum, tag) => sum + Object.keys(ownWords(content, tag)).length, 0);
  const shown = widgetWordKeys.filter((key) => locales.some((tag) => standardWord(content, tag, key) !== ''));
  return (
    <details className="panel">
      <summary className="panel-head">
        <span className="strong">{text.bannerWords}</span>
        {count > 0 && <Chip>{text.replacedWords(formats.number(count))}</Chip>}
      </summary>
      <div className="panel-body stack">
        <p className="muted">{text.bannerWordsHelp}</p>
        {shown.map((key) => (
          <div key={key} className="text-row">
            {locales.map((tag) => (
              <OneWord key={tag} {...props} word={key} locale={tag} />
            ))}
          </div>
        ))}
      </div>
    </details>
  );
}

function OneWord({
  editor,
  findings,
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
  // This language does not have the plural form.
  if (standard === '' && own === '') return <div />;
  const about = [...findings.errors, ...findings.warnings].filter(
    (finding) => (finding.locale ?? content.defaultLocale) === locale && finding.field === `words.${word}`,
  );
  return (
    <div className="stack tight">
      <TextField
        label={label}
        value={own}
        placeholder={standard}
        maxLength={longestText(['words', word])}
        isReadOnly={isReadOnly}
        lang={locale}
        dir={dir}
        onChange={set}
      />
      {own !== '' && !isReadOnly && (
        <div>
          <Button variant="quiet" aria-label={`${text.resetWord}: ${label}`} onPress={() => set('')}>
            {text.resetWord}
          </Button>
        </div>
      )}
      {about.map((finding) => (
        <FindingText key={finding.rule} finding={finding} isError={findings.errors.includes(finding)} />
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
