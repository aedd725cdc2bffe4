import { useState } from 'react';
import { useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Panel, SelectField, Switch } from '../../../components';
import { usePreview } from '../../../preview/use-preview';
import { useSharedWords, useWords } from '../../../words';
import { EditorPreview } from '../editor-preview';
import type { Editor } from '../edits/use-editor';
import { FindingList } from '../findings/finding-list';
import { useGoToText } from '../findings/use-go-to-text';
import { Colours, NewColours } from './colours';
import type { Theme } from './theme-fields';
import { words } from './words';

const positions = {
  mainBanner: ['bottom-left', 'bottom-right', 'bottom', 'top', 'top-left', 'top-right', 'center'],
  gpcBanner: ['bottom-left', 'bottom-right', 'bottom', 'top', 'top-left', 'top-right', 'center'],
  preferenceModal: ['center', 'left', 'right'],
} as const;
type Section = keyof typeof positions;

const switches = ['darkMode', 'enhanceAccessibility', 'showFooterMetadata', 'hidePoweredBy'] as const;

/** How a banner looks: its place on the page, its template and its colours. */
export function Look({ bannerId, editor }: { readonly bannerId: string; readonly editor: Editor }) {
  const text = useWords(words);
  const { can } = useSession();
  const isReadOnly = !can('profiles:update');
  const { content, set } = editor;
  const { profileJson } = content;
  const preview = usePreview(content);
  const goToText = useGoToText();
  const [theme, setTheme] = useState<Theme>();
  return (
    <div className="editor">
      <div className="stack">
        <FindingList findings={preview.findings} onGo={goToText} />
        <Panel title={text.place}>
          <div className="form-line">
            {(Object.keys(positions) as Section[])
              .filter((section) => profileJson[section] !== undefined)
              .map((section) => (
                <PositionField key={section} editor={editor} section={section} isDisabled={isReadOnly} />
              ))}
          </div>
        </Panel>
        <Panel title={text.more}>
          <div className="stack tight">
            {switches.map((name) => (
              <Switch
                key={name}
                isSelected={profileJson[name] ?? false}
                isDisabled={isReadOnly}
                onChange={(value) => set(['profileJson', name], value)}
              >
                {text.switches[name]}
              </Switch>
            ))}
          </div>
        </Panel>
        {can('templates:read') && (
          <TemplatePanel bannerId={bannerId} editor={editor} isReadOnly={isReadOnly} onTheme={setTheme} />
        )}
      </div>
      <EditorPreview preview={preview} {...(theme && { theme })} />
    </div>
  );
}

function PositionField({
  editor: { content, set },
  section,
  isDisabled,
}: {
  readonly editor: Editor;
  readonly section: Section;
  readonly isDisabled: boolean;
}) {
  const text = useWords(words);
  const known: readonly string[] = positions[section];
  const value = content.profileJson[section]?.position ?? '';
  return (
    <SelectField
      label={text.sections[section]}
      value={value}
      isDisabled={isDisabled}
      options={[
        { value: '', label: text.standardPlace },
        ...known.map((position) => ({ value: position, label: text.positions[position] ?? position })),
        ...(value === '' || known.includes(value) ? [] : [{ value, label: value }]),
      ]}
      onChange={(next) => set(['profileJson', section, 'position'], next === '' ? undefined : next)}
    />
  );
}

function TemplatePanel({
  bannerId,
  ...props
}: {
  readonly bannerId: string;
  readonly editor: Editor;
  readonly isReadOnly: boolean;
  readonly onTheme: (theme: Theme | undefined) => void;
}) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const templates = useResource('listUiTemplates');
  const { editor, isReadOnly } = props;
  const { content, set } = editor;
  const id = content.profileJson.uiTemplateId ?? '';
  const template = templates.data?.find((candidate) => candidate.id === id);
  return (
    <Panel title={text.look}>
      <div className="stack">
        <SelectField
          label={text.template}
          help={text.templateHelp}
          value={id}
          isDisabled={isReadOnly}
          options={[
            { value: '', label: text.standardLook },
            ...(templates.data ?? []).map(({ id: value, name }) => ({ value, label: name })),
            ...(id === '' || template !== undefined ? [] : [{ value: id, label: states.unknown }]),
          ]}
          onChange={(next) => set(['profileJson', 'uiTemplateId'], next === '' ? undefined : next)}
        />
        {id === '' && <NewColours bannerId={bannerId} {...props} />}
        {template !== undefined && <Colours key={id} id={id} {...props} />}
      </div>
    </Panel>
  );
}
