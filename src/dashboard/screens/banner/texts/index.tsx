import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSession } from '../../../app/session';
import { useKeptChoice } from '../../../app/use-kept-choice';
import { Button, Chip, PageNumbers, Panel, SelectField } from '../../../components';
import { usePreview } from '../../../preview/use-preview';
import { useFormats, useWords } from '../../../words';
import { EditorPreview } from '../editor-preview';
import type { Content } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { useFieldName } from '../fields/field-names';
import { FindingList } from '../findings/finding-list';
import { BannerWords } from './banner-words';
import { type FieldMarks, markFields } from './field-marks';
import { FoldedPanel } from './folded-panel';
import { LanguageMenu } from './language-menu';
import { listMissingWords } from './missing-words';
import { fieldsOfCookie, listOpenTexts, listTextGroups, type OpenText, type TextGroup } from './text-groups';
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
  const openTexts = useMemo(() => listOpenTexts(content, base), [content, base]);
  const open = useMemo(() => [...openTexts, ...listMissingWords(content)], [openTexts, content]);

  // The list of open texts changes with every key pressed; the language must not.
  const locale = useKeptChoice(search.get('lang') ?? '', others, () => open[0]?.locale ?? others[0]);
  const preview = usePreview(content, locale);
  const { findings } = preview;
  const chooseLocale = (tag: string) => setSearch({ lang: tag }, { replace: true });
  const marks = useMemo(
    () => markFields(open, findings, content.defaultLocale),
    [open, findings, content.defaultLocale],
  );
  const groups = listTextGroups(content.profileJson);
  const [cookiePage, setCookiePage] = useState(1);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const setFolded = (id: string, isOpen: boolean) =>
    setUnfolded((before) => [...before.filter((other) => other !== id), ...(isOpen ? [id] : [])]);
  const fields = { editor, locale, marks, isReadOnly: !mayEdit };
  const fold = (id: string) => ({
    isOpen: unfolded.includes(id),
    onOpen: (isOpen: boolean) => setFolded(id, isOpen),
    openCount: open.filter(
      (entry) => entry.path[0] === id && [content.defaultLocale, locale].includes(entry.locale),
    ).length,
  });
  const [target, setTarget] = useState<Target | undefined>(() => readTarget(search, content.defaultLocale));
  const go = (tag: string | undefined, id: string) => {
    if (tag !== undefined && tag !== content.defaultLocale) chooseLocale(tag);
    const [group = ''] = id.split('.', 1);
    if (closedGroups.includes(group)) setFolded(group, true);
    if (group === 'cookies') setCookiePage(pageOf(groups, id));
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
              <TranslateButton key={locale} editor={editor} locale={locale} open={openTexts} />
            )}
            <LanguageMenu
              editor={editor}
              locale={locale}
              open={openTexts}
              mayEdit={mayEdit}
              onChoose={chooseLocale}
            />
          </div>
        </div>
        <FindingList findings={findings} onGo={go} />
        {groups.map((group) =>
          group.id === 'cookies' ? (
            <CookieTexts
              key={group.id}
              group={group}
              page={cookiePage}
              onPage={setCookiePage}
              {...fold(group.id)}
              {...fields}
            />
          ) : (
            <TextGroupPanel key={group.id} group={group} {...fields} />
          ),
        )}
        <BannerWords {...fold('words')} {...fields} />
      </div>
      <EditorPreview preview={preview} />
    </div>
  );
}

/** A field to show, once its language is drawn. */
interface Target {
  readonly locale: string;
  readonly id: string;
}

/** Returns the field that the address names. */
function readTarget(search: URLSearchParams, defaultLocale: string): Target | undefined {
  const id = search.get('field');
  return id === null ? undefined : { locale: search.get('lang') ?? defaultLocale, id };
}

function focusField(id: string): void {
  const field = document.getElementById(id);
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

/** Groups that are closed at first, because most operators need them rarely. */
const closedGroups: readonly string[] = ['cookies', 'words'];

interface GroupProps {
  readonly group: TextGroup;
  readonly editor: Editor;
  readonly locale: string | undefined;
  readonly marks: FieldMarks;
  readonly isReadOnly: boolean;
}

function TextGroupPanel({ group, ...props }: GroupProps) {
  const text = useWords(words);
  const fieldName = useFieldName();
  const { categories } = props.editor.content.profileJson.preferenceModal ?? {};
  const heading = categories?.[group.category ?? '']?.heading;
  return (
    <Panel title={group.category === null ? fieldName(group.id) : text.category(heading ?? group.category)}>
      <div className="stack">
        {group.fields.map((field) => (
          <TextRow key={field.path.join('.')} field={field} {...props} />
        ))}
      </div>
    </Panel>
  );
}

/** Number of cookies whose texts are shown together: a banner can have a thousand. */
const cookiesPerPage = 50;
const fieldsPerPage = cookiesPerPage * fieldsOfCookie.length;

/** Returns the page of cookies with a field, from 1. */
function pageOf(groups: readonly TextGroup[], id: string): number {
  const fields = groups.find((group) => group.id === 'cookies')?.fields ?? [];
  const index = fields.findIndex(({ path }) => path.join('.') === id);
  return Math.floor(Math.max(0, index) / fieldsPerPage) + 1;
}

function CookieTexts({
  group: { fields },
  page: wanted,
  onPage,
  isOpen,
  onOpen,
  openCount,
  ...props
}: GroupProps & {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Number of texts that need attention. */
  readonly openCount: number;
}) {
  const text = useWords(words);
  const page = Math.min(wanted, Math.ceil(fields.length / fieldsPerPage));
  return (
    <FoldedPanel
      title={text.cookieTexts}
      chips={openCount > 0 && <Chip tone="warn">{text.openCount(openCount)}</Chip>}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      {() => (
        <>
          {fields.slice((page - 1) * fieldsPerPage, page * fieldsPerPage).map((field) => (
            <TextRow key={field.path.join('.')} field={field} {...props} />
          ))}
          <PageNumbers
            page={page}
            perPage={cookiesPerPage}
            total={fields.length / fieldsOfCookie.length}
            onGo={onPage}
          />
        </>
      )}
    </FoldedPanel>
  );
}
