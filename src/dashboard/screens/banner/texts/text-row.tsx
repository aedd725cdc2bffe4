import { useMemo } from 'react';
import { textDirection } from '#standards/locale/text-direction';
import { Button, TextField, useSteady } from '../../../components';
import { RichTextField } from '../../../components/rich-text/index';
import { useFormats, useWords } from '../../../words';
import { type Content, textPath, toDotted } from '../edits/content';
import { type Path, valueAt } from '../edits/edits';
import type { Editor } from '../edits/use-editor';
import { useFieldName } from '../fields/field-names';
import { FindingText } from '../findings/finding-list';
import type { Finding, Findings } from '../findings/use-findings';
import { adviseOnBody, adviseOnHeading } from './advisories';
import type { TextField as Field, OpenText } from './text-groups';
import { words } from './words';

/** Names a field in the page. */
export const fieldId = (locale: string, path: string) => `text-${locale}-${path}`;

interface TextRowProps {
  readonly field: Field;
  readonly editor: Editor;
  /** The other language; undefined when there is none. */
  readonly locale: string | undefined;
  readonly open: readonly OpenText[];
  readonly findings: Findings;
  readonly isReadOnly: boolean;
}

/** A text in the default language and, next to it, in another one. */
export function TextRow({ locale, ...props }: TextRowProps) {
  const { defaultLocale } = props.editor.content;
  return (
    <div className="text-row">
      <OneText {...props} locale={defaultLocale} />
      {locale !== undefined && <OneText {...props} locale={locale} />}
    </div>
  );
}

function OneText({
  field: { path, isHtml },
  editor,
  locale,
  open,
  findings,
  isReadOnly,
}: TextRowProps & { readonly locale: string }) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const { content } = editor;
  const full = textPath(content, locale, path);
  const value = valueAt(content, full);
  const dotted = toDotted(path);
  const reason = open.find(
    (entry) => entry.locale === locale && entry.path.join('.') === path.join('.'),
  )?.reason;
  const source = valueAt(content, textPath(content, content.defaultLocale, path));
  const since = content.outdatedTexts[locale]?.[dotted];
  const outdatedNote = text.outdatedText(formats.language(content.defaultLocale), since ?? null);
  const right = reason === 'outdated' ? text.stillRight : text.rightAsItIs;
  const notes = [
    reason === 'missing' ? text.missingText(formats.language(content.defaultLocale)) : null,
    reason === 'copied' ? text.copiedText(formats.language(content.defaultLocale)) : null,
    reason === 'outdated' ? outdatedNote : null,
    reason === 'machine' ? text.machineText : null,
    reason === 'starter' ? text.starterText : null,
    editor.cleaned.includes(JSON.stringify(full)) ? text.cleanedText : null,
  ].filter((note) => note !== null);
  const shown = typeof value === 'string' ? value : '';
  const isHeading = path.at(-1) === 'heading';
  // A change of one text renders all rows again.
  const advice = useMemo(
    () => (isHtml ? adviseOnBody(shown, locale) : isHeading ? adviseOnHeading(shown) : []),
    [isHtml, isHeading, shown, locale],
  );
  const own = [...findings.errors, ...findings.warnings].filter((finding) =>
    isAbout(finding, locale, content.defaultLocale, dotted),
  );
  // Visitors get the default language's text in place of an empty translation.
  const onChange = useSteady((next: string) => editor.set(full, next === '' ? undefined : next));
  const dir = useMemo(() => textDirection(locale), [locale]);
  const props = {
    label: `${labelOf(fieldName, path)}, ${formats.language(locale)}`,
    value: shown,
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
      {isHtml ? <RichTextField {...props} rows={rowsFor(content, path)} /> : <TextField {...props} />}
      {reason !== undefined && reason !== 'missing' && !isReadOnly && (
        <div>
          <Button
            variant="quiet"
            icon="check"
            aria-label={`${right}: ${props.label}`}
            onPress={() => editor.set(['reviewed', locale, dotted], source ?? '')}
          >
            {right}
          </Button>
        </div>
      )}
      {own.map((finding, index) => (
        <FindingText key={index} finding={finding} isError={findings.errors.includes(finding)} />
      ))}
    </div>
  );
}

/** Both languages get the same height, enough for most texts. */
function rowsFor(content: Content, path: Path): number {
  const source = valueAt(content, textPath(content, content.defaultLocale, path));
  return Math.min(10, Math.max(3, Math.ceil(String(source ?? '').length / 60) + 1));
}

/** Returns the name of a field without the words in the heading of its group. */
function labelOf(fieldName: (path: string) => string, path: Path): string {
  const [first, second] = path;
  if (first === 'privacyUrl' || first === 'choicesLink') return fieldName(toDotted(path));
  const heading = toDotted(path.slice(0, second === 'categories' ? 3 : 1));
  return fieldName(toDotted(path)).slice(`${fieldName(heading)} · `.length);
}

/** A finding without a language applies to all of them; it is shown at the default language. */
function isAbout(
  { locale, section, field }: Finding,
  shown: string,
  defaultLocale: string,
  path: string,
): boolean {
  return (locale ?? defaultLocale) === shown && section !== undefined && `${section}.${field ?? ''}` === path;
}
