import { useState } from 'react';
import { textDirection } from '#standards/locale/text-direction';
import { useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Panel, SelectField, TextField } from '../../../components';
import { RichTextField } from '../../../components/rich-text/index';
import { useFormats, useWords } from '../../../words';
import { type Content, toDotted } from '../edits/content';
import { useFieldName } from '../fields/field-names';
import { presets } from '../look/presets';
import { words as lookWords } from '../look/words';
import { bannerText, listKeys, toPath, type VariantDraft } from './drafts';
import { words } from './words';

interface FieldsProps {
  readonly content: Content;
  readonly draft: VariantDraft;
  readonly onChange: (draft: VariantDraft) => void;
}

/** The texts and the look of a variant. Each field begins with what the banner has. */
export function VariantFields(props: FieldsProps) {
  const text = useWords(words);
  const { draft, onChange } = props;
  return (
    <>
      <Panel title={text.look}>
        <div className="stack">
          <TextField
            label={text.name}
            help={text.nameHelp}
            isRequired={false}
            maxLength={100}
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
          />
          <LookFields {...props} />
        </div>
      </Panel>
      <TextFields {...props} />
    </>
  );
}

function LookFields({ draft, onChange }: FieldsProps) {
  const text = useWords(words);
  const look = useWords(lookWords);
  const { can } = useSession();
  const templates = useResource('listUiTemplates', undefined, { enabled: can('templates:read') });
  const asBanner = { value: '', label: text.asBanner };
  return (
    <div className="form-line">
      <SelectField
        label={text.lookLabel}
        value={draft.look}
        onChange={(value) => onChange({ ...draft, look: value })}
        options={[
          asBanner,
          ...(can('templates:create')
            ? presets.map(({ id }) => ({ value: `preset:${id}`, label: look.presetNames[id] }))
            : []),
          ...(templates.data ?? []).map(({ id, name }) => ({ value: `template:${id}`, label: name })),
        ]}
      />
      <SelectField
        label={text.position}
        value={draft.position}
        onChange={(position) => onChange({ ...draft, position })}
        options={[
          asBanner,
          ...Object.entries(look.positions)
            .filter(([value]) => value !== 'left' && value !== 'right')
            .map(([value, label]) => ({ value, label })),
        ]}
      />
    </div>
  );
}

function TextFields({ content, draft, onChange }: FieldsProps) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const [locale, setLocale] = useState(content.defaultLocale);
  const locales = [content.defaultLocale, ...Object.keys(content.localeContent)];
  const own = draft.texts[locale] ?? {};
  const set = (key: string, value: string) => {
    const { [key]: _before, ...others } = own;
    const texts = value === (bannerText(content, locale, key) ?? '') ? others : { ...others, [key]: value };
    onChange({ ...draft, texts: { ...draft.texts, [locale]: texts } });
  };
  const hasOthers = Object.values(draft.texts).some((texts) => Object.keys(texts).length > 0);
  return (
    <Panel
      title={text.texts}
      actions={
        locales.length > 1 && (
          <SelectField
            label={text.language}
            isLabelHidden
            value={locale}
            onChange={setLocale}
            options={locales.map((tag) => ({ value: tag, label: formats.language(tag) }))}
          />
        )
      }
    >
      <div className="stack">
        {hasOthers && Object.keys(own).length === 0 && <p className="muted">{text.unchangedLanguage}</p>}
        {listKeys(content.profileJson).map((key) => {
          const props = {
            label: `${fieldName(toDotted(toPath(key)))}, ${formats.language(locale)}`,
            value: own[key] ?? bannerText(content, locale, key) ?? '',
            onChange: (value: string) => set(key, value),
            lang: locale,
            dir: textDirection(locale),
            help: own[key] === undefined ? undefined : text.changed,
          };
          // A field of another language is another field.
          const id = `${locale}.${key}`;
          return key.endsWith('htmlText') ? (
            <RichTextField key={id} {...props} rows={4} isReadOnly={false} />
          ) : (
            <TextField key={id} {...props} />
          );
        })}
      </div>
    </Panel>
  );
}
