import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSession } from '../../../app/session';
import { useKeptChoice } from '../../../app/use-kept-choice';
import { Button, Chip, Panel, SelectField } from '../../../components';
import { usePreview } from '../../../preview/use-preview';
import { useFormats, useWords } from '../../../words';
import { EditorPreview } from '../editor-preview';
import type { Content } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { useFieldName } from '../fields/field-names';
import { FindingList } from '../findings/finding-list';
import type { Finding, Findings } from '../findings/use-findings';
import { BannerWords } from './banner-words';
import { LanguageMenu } from './language-menu';
import { listOpenTexts, listTextGroups, type OpenText, type TextGroup } from './text-groups';
import { fieldId, TextRow } from './text-row';
import { TranslateButton } from './translate-button';
import { words } from './words';

/** The texts of a language next to those of the default language. */
export function Texts({ editor }: { readonly editor: Editor }) {
  const text = useWords(words);
  const { content, base } = editor;
  const { can } = useSession();
  const mayEdit = can('profiles:update');
  const [search, setSearch] = useSearchParams();
  const others = Object.keys(content.localeContent);
  const open = useMemo(() => listOpenTexts(content, base), [content, base]);

  // The list of open texts changes with every key pressed; the language must not.
  const locale = useKeptChoice(search.get('lang') ?? '', others, () => open[0]?.locale ?? others[0]);
  const preview = usePreview(content, locale);
  const { findings } = preview;
  const chooseLocale = (tag: string) => setSearch({ lang: tag }, { replace: true });
  const [target, setTarget] = useState<{ readonly locale: string; readonly id: string }>();
  const go = (tag: string | undefined, id: string) => {
    if (tag !== undefined && tag !== content.defaultLocale) chooseLocale(tag);
    setTarget({ locale: tag ?? content.defaultLocale, id });
  };
  // The fields of another language are drawn first.
  useEffect(() => {
    if (target === undefined || (target.locale !== content.defaultLocale && target.locale !== locale)) return;
    focusField(fieldId(target.locale, target.id));
    setTarget(undefined);
  }, [target, locale, content.defaultLocale]);
  const lastOpen = useRef('');
  const goToNext = () => {
    const idOf = ({ locale: tag, path }: OpenText) => fieldId(tag, path.join('.'));
    const next = open[(open.findIndex((entry) => idOf(entry) === lastOpen.current) + 1) % open.length];
    if (next === undefined) return;
    lastOpen.current = idOf(next);
    go(next.locale, next.path.join('.'));
  };
  return (
    <div className="editor">
      <div className="stack">
        <div className="row between">
          <LanguageChoice content={content} locale={locale} open={open} onChange={chooseLocale} />
          <div className="row">
            {open.length > 0 && (
              <Button icon="down" onPress={goToNext}>
                {text.nextOpen(open.length)}
              </Button>
            )}
            {mayEdit && locale !== undefined && (
              <TranslateButton key={locale} editor={editor} locale={locale} open={open} />
            )}
            <LanguageMenu
              editor={editor}
              locale={locale}
              open={open}
              mayEdit={mayEdit}
              onChoose={chooseLocale}
            />
          </div>
        </div>
        <FindingList findings={findings} onGo={(finding) => go(finding.locale, findingField(finding))} />
        {listTextGroups(content.profileJson).map((group) => (
          <TextGroupPanel
            key={group.id}
            group={group}
            editor={editor}
            locale={locale}
            open={open}
            findings={findings}
            isReadOnly={!mayEdit}
          />
        ))}
        <BannerWords editor={editor} locale={locale} findings={findings} isReadOnly={!mayEdit} />
      </div>
      <EditorPreview preview={preview} />
    </div>
  );
}

/** The field that a finding is about, or the first one of its section. */
const findingField = ({ section, field = '' }: Finding) =>
  /^(?:heading|htmlText|categories\..+|buttons\[\d+\]\.text|text)$/.test(field)
    ? `${section}.${field}`
    : `${section}.heading`;

function focusField(id: string): void {
  const field = document.getElementById(id);
  // Opens a closed group.
  field?.closest('details')?.setAttribute('open', '');
  field?.scrollIntoView({ block: 'center' });
  field?.querySelector<HTMLElement>('input, textarea, [role="textbox"]')?.focus({ preventScroll: true });
}

function LanguageChoice({
  content,
  locale,
  open,
  onChange,
}: {
  readonly content: Content;
  readonly locale: string | undefined;
  readonly open: readonly OpenText[];
  readonly onChange: (locale: string) => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  if (locale === undefined)
    return <p className="muted">{text.onlyLanguage(formats.language(content.defaultLocale))}</p>;
  return (
    <SelectField
      label={text.translation}
      value={locale}
      onChange={onChange}
      options={Object.keys(content.localeContent).map((tag) => {
        const count = open.filter((entry) => entry.locale === tag).length;
        return {
          value: tag,
          label: count === 0 ? formats.language(tag) : text.languageOpen(formats.language(tag), count),
        };
      })}
    />
  );
}

function TextGroupPanel({
  group,
  editor,
  locale,
  open,
  findings,
  isReadOnly,
}: {
  readonly group: TextGroup;
  readonly editor: Editor;
  readonly locale: string | undefined;
  readonly open: readonly OpenText[];
  readonly findings: Findings;
  readonly isReadOnly: boolean;
}) {
  const text = useWords(words);
  const fieldName = useFieldName();
  const { content } = editor;
  const rows = group.fields.map((field) => (
    <TextRow
      key={field.path.join('.')}
      field={field}
      editor={editor}
      locale={locale}
      open={open}
      findings={findings}
      isReadOnly={isReadOnly}
    />
  ));
  const heading = content.profileJson.preferenceModal?.categories?.[group.category ?? '']?.heading;
  if (group.id !== 'cookies')
    return (
      <Panel title={group.category === null ? fieldName(group.id) : text.category(heading ?? group.category)}>
        <div className="stack">{rows}</div>
      </Panel>
    );
  const count = open.filter((entry) => entry.locale === locale && entry.path[0] === 'cookies').length;
  return (
    <details className="panel">
      <summary className="panel-head">
        <span className="strong">{text.cookieTexts}</span>
        {count > 0 && <Chip tone="warn">{text.openCount(count)}</Chip>}
      </summary>
      <div className="panel-body stack">{rows}</div>
    </details>
  );
}
