import { memo, useMemo } from 'react';
import { textDirection } from '#standards/locale/text-direction';
import { Button, TextField, useSteady } from '../../../components';
import { RichTextField } from '../../../components/rich-text/index';
import { useFormats, useWords } from '../../../words';
import { type Content, textPath, toDotted } from '../edits/content';
import { type Path, samePath, valueAt } from '../edits/edits';
import type { Editor } from '../edits/use-editor';
import { useFieldName } from '../fields/field-names';
import { FindingText } from '../findings/finding-list';
import { adviseOnBody, adviseOnHeading } from './advisories';
import type { FieldMarks, MarkedFinding } from './field-marks';
import type { TextField as Field, OpenText } from './text-groups';
import { words } from './words';

/** Names a field in the page. */
export const fieldId = (locale: string, path: string) => `text-${locale}-${path}`;

interface TextRowProps {
  readonly field: Field;
  readonly editor: Editor;
  /** The other language; undefined when there is none. */
  readonly locale: string | undefined;
  readonly marks: FieldMarks;
  readonly isReadOnly: boolean;
}

/** A text in the default language and, next to it, in another one. */
export function TextRow({
  field: { path, isHtml },
  editor: { content, cleaned, set },
  locale,
  marks,
  isReadOnly,
}: TextRowProps) {
  const fieldName = useFieldName();
  const { defaultLocale, outdatedTexts } = content;
  const dotted = toDotted(path);
  const source = readText(content, defaultLocale, path);
  const shared = { path, isHtml, source, defaultLocale, isReadOnly, set, name: labelOf(fieldName, path) };
  return (
    <div className="text-row">
      {[defaultLocale, ...(locale === undefined ? [] : [locale])].map((tag) => (
        <OneText
          key={tag}
          {...shared}
          locale={tag}
          value={readText(content, tag, path)}
          reason={marks.reasonAt(tag, path)}
          outdatedSince={outdatedTexts[tag]?.[dotted]}
          isCleaned={cleaned.includes(JSON.stringify(textPath(content, tag, path)))}
          findings={marks.findingsAt(tag, dotted)}
        />
      ))}
    </div>
  );
}

function readText(content: Content, locale: string, path: Path): string {
  const value = valueAt(content, textPath(content, locale, path));
  return typeof value === 'string' ? value : '';
}

interface OneTextProps {
  readonly path: Path;
  readonly isHtml: boolean;
  /** Name of the field, without its language. */
  readonly name: string;
  readonly locale: string;
  readonly defaultLocale: string;
  readonly value: string;
  /** The default language's text. */
  readonly source: string;
  readonly reason: OpenText['reason'] | undefined;
  /** The saved version in which the default language's text changed. */
  readonly outdatedSince: number | undefined;
  /** Whether the service changed the text when it saved it. */
  readonly isCleaned: boolean;
  readonly findings: readonly MarkedFinding[];
  readonly isReadOnly: boolean;
  readonly set: Editor['set'];
}

/** Drawn again only when something that it shows has changed: a banner can have thousands of texts. */
const OneText = memo(function OneText({
  path,
  isHtml,
  name,
  locale,
  defaultLocale,
  value,
  source,
  reason,
  outdatedSince,
  isCleaned,
  findings,
  isReadOnly,
  set,
}: OneTextProps) {
  const text = useWords(words);
  const formats = useFormats();
  const right = reason === 'outdated' ? text.stillRight : text.rightAsItIs;
  const sourceLanguage = formats.language(defaultLocale);
  const mustBeFilled = findings.some(({ isError, finding }) => isError && finding.rule === 'content/blank');
  const notes = [
    reason === 'missing' && !mustBeFilled ? text.missingText(sourceLanguage) : null,
    reason === 'copied' ? text.copiedText(sourceLanguage) : null,
    reason === 'outdated' ? text.outdatedText(sourceLanguage, outdatedSince ?? null) : null,
    reason === 'machine' ? text.machineText : null,
    reason === 'starter' ? text.starterText : null,
    isCleaned ? text.cleanedText : null,
  ].filter((note) => note !== null);
  const isHeading = path.at(-1) === 'heading';
  const advice = useMemo(
    () => (isHtml ? adviseOnBody(value, locale) : isHeading ? adviseOnHeading(value) : []),
    [isHtml, isHeading, value, locale],
  );
  const place: Path =
    locale === defaultLocale ? ['profileJson', ...path] : ['localeContent', locale, ...path];
  // Visitors get the default language's text in place of an empty translation.
  const onChange = useSteady((next: string) => set(place, next === '' ? undefined : next));
  const dir = useMemo(() => textDirection(locale), [locale]);
  const props = {
    label: `${name}, ${formats.language(locale)}`,
    value,
    onChange,
    isReadOnly,
    lang: locale,
    dir,
    help:
      notes.length + advice.length === 0 ? undefined : (
        <>
          {notes.length > 0 && <span className="attention">{notes.join(' ')} </span>}
          {advice.map((kind) => text[kind]).join(' ')}
        </>
      ),
  };
  return (
    <div id={fieldId(locale, path.join('.'))} className="stack tight">
      {isHtml ? <RichTextField {...props} rows={rowsFor(source)} /> : <TextField {...props} />}
      {reason !== undefined && reason !== 'missing' && !isReadOnly && (
        <div>
          <Button
            variant="quiet"
            icon="check"
            aria-label={`${right}: ${props.label}`}
            onPress={() => set(['reviewed', locale, toDotted(path)], source)}
          >
            {right}
          </Button>
        </div>
      )}
      {findings
        // The note under the field says the same.
        .filter(({ finding }) => reason !== 'missing' || finding.rule !== 'content/untranslated')
        .map(({ finding, isError }, index) => (
          <FindingText key={index} finding={finding} locales={[locale]} isError={isError} />
        ))}
    </div>
  );
}, isSame);

function isSame(before: OneTextProps, after: OneTextProps): boolean {
  return (Object.keys(after) as (keyof OneTextProps)[]).every(
    (key) => Object.is(before[key], after[key]) || (key === 'path' && samePath(before.path, after.path)),
  );
}

/** Both languages get the same height, enough for most texts. */
const rowsFor = (source: string): number => Math.min(10, Math.max(3, Math.ceil(source.length / 60) + 1));

/** Returns the name of a field without the words in the heading of its group. */
function labelOf(fieldName: (path: string) => string, path: Path): string {
  const [first, second] = path;
  if (first === 'privacyUrl' || first === 'choicesLink') return fieldName(toDotted(path));
  const heading = toDotted(path.slice(0, second === 'categories' ? 3 : 1));
  return fieldName(toDotted(path)).slice(`${fieldName(heading)} · `.length);
}
