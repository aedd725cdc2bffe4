import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useAnswer, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, focusInvalidNumber, Load, useTell } from '../../../components';
import { useWords } from '../../../words';
import { type LookAnswer, type LookForm, useLook, useNewLook } from '../../templates/use-look';
import { EditorNotices } from '../edits/editor-notices';
import { LeaveDialog } from '../edits/leave-dialog';
import type { Editor } from '../edits/use-editor';
import type { Edits } from '../edits/use-edits';
import type { Preset } from './presets';
import { isThemeValid, type Theme, ThemeFields } from './theme-fields';
import { words } from './words';

interface Props {
  readonly editor: Editor;
  readonly isReadOnly: boolean;
  /** Is told the theme that is being edited, for the preview; undefined: none. */
  readonly onTheme: (theme: Theme | undefined) => void;
}

/** The colours of a look with their contrasts. */
export function Colours({ id, ...props }: Props & { readonly id: string }) {
  const look = useAnswer('getUiTemplate', { params: { id } });
  return <Load of={look}>{(answer) => <SharedColours {...props} answer={answer} />}</Load>;
}

function SharedColours({ answer, ...props }: Props & { readonly answer: LookAnswer }) {
  const { can } = useSession();
  const text = useWords(words);
  const tell = useTell();
  const { editor, isReadOnly } = props;
  const look = useLook(answer);
  const usage = useResource('listUiTemplateProfiles', { params: { id: answer.data.id } });
  const others = (usage.data?.length ?? 1) - 1;
  const save = async () => {
    if ((await look.save()) === null) return;
    // A version keeps the look that it was saved with.
    const version = await editor.save({ isForced: true });
    if (version !== null) tell(text.savedLook(version));
  };
  return (
    <ColourFields {...props} look={look} mayEdit={!isReadOnly && can('templates:update')}>
      {others > 0 && <p className="muted">{text.sharedLook(others)}</p>}
      <SaveButton look={look} isPending={look.isSaving || editor.isSaving} onSave={save}>
        {text.saveLook}
      </SaveButton>
    </ColourFields>
  );
}

/** The colours of the standard look, which become a look of their own. */
export function NewColours({ bannerId, ...props }: Props & { readonly bannerId: string }) {
  const { can } = useSession();
  const text = useWords(words);
  const tell = useTell();
  const { editor, isReadOnly } = props;
  const { name } = editor.content;
  const look = useNewLook(bannerId, name, (id) => {
    editor.set(['profileJson', 'uiTemplateId'], id);
    tell(text.created(name));
  });
  return (
    <ColourFields {...props} look={look} mayEdit={!isReadOnly && can('templates:create')}>
      <SaveButton look={look} isPending={look.isSaving || editor.isSaving} onSave={look.save}>
        {text.createLook}
      </SaveButton>
    </ColourFields>
  );
}

function ColourFields({
  editor,
  look,
  mayEdit,
  isReadOnly,
  onTheme,
  children,
}: Props & { readonly look: Edits<LookForm>; readonly mayEdit: boolean; readonly children: ReactNode }) {
  const [home] = useLocation();
  const { form, isDirty, isKept, set } = look;
  const draft = isDirty && isThemeValid(form.theme) ? JSON.stringify(form.theme) : undefined;
  useEffect(() => {
    onTheme(draft === undefined ? undefined : JSON.parse(draft));
    return () => onTheme(undefined);
  }, [draft, onTheme]);
  const place = ({ position }: Preset) => {
    if (isReadOnly) return;
    for (const section of ['mainBanner', 'gpcBanner'] as const)
      if (editor.content.profileJson[section] !== undefined)
        editor.set(['profileJson', section, 'position'], position);
  };
  return (
    <div className="stack">
      <EditorNotices editor={look} />
      <ThemeFields
        theme={form.theme}
        set={(path, value) => set(['theme', ...path], value)}
        isDisabled={!mayEdit}
        onPreset={place}
      />
      {/* A version of the banner does not save them. */}
      <LeaveDialog home={home} isDirty={isDirty} isKept={isKept} />
      {mayEdit && <div className="stack tight">{children}</div>}
    </div>
  );
}

function SaveButton({
  look: { form, isDirty },
  isPending,
  onSave,
  children,
}: {
  readonly look: Edits<LookForm>;
  readonly isPending: boolean;
  readonly onSave: () => Promise<unknown>;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Button
        onPress={({ target }) => focusInvalidNumber(target) || void onSave()}
        isPending={isPending}
        isDisabled={!isDirty || !isThemeValid(form.theme)}
      >
        {children}
      </Button>
    </div>
  );
}
