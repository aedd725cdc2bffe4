import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { type DataOf, useAction, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, ErrorNotice, focusInvalidNumber, useTell } from '../../../components';
import { useWords } from '../../../words';
import { LeaveDialog } from '../../templates/leave-dialog';
import { useTemplateEdits } from '../../templates/use-template-edits';
import type { Editor } from '../edits/use-editor';
import type { Preset } from './presets';
import { isThemeValid, type Theme, ThemeFields } from './theme-fields';
import { words } from './words';

type Template = DataOf<'listUiTemplates'>[number];

/** The colours of a look with their contrasts. @param template undefined: the standard look */
export function Colours({
  editor,
  template,
  isReadOnly,
  onTheme,
}: {
  readonly editor: Editor;
  readonly template: Template | undefined;
  readonly isReadOnly: boolean;
  /** Is told the theme that is being edited, for the preview; undefined: none. */
  readonly onTheme: (theme: Theme | undefined) => void;
}) {
  const { can } = useSession();
  const [home] = useLocation();
  const edits = useTemplateEdits<Theme>(template?.theme ?? {});
  const { content: theme, isChanged, set } = edits;
  const mayEdit = !isReadOnly && can(template === undefined ? 'templates:create' : 'templates:update');
  const draft = isChanged && isThemeValid(theme) ? JSON.stringify(theme) : undefined;
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
      <ThemeFields theme={theme} set={set} isDisabled={!mayEdit} onPreset={place} />
      {/* Unlike the edits of the banner, these are not kept in the browser. */}
      <LeaveDialog home={home} isDirty={isChanged} />
      {mayEdit && (
        <SaveLook
          editor={editor}
          template={template}
          edits={edits}
          isDisabled={!isChanged || !isThemeValid(theme)}
        />
      )}
    </div>
  );
}

function SaveLook({
  editor,
  template,
  edits: { content: theme, startSaving },
  isDisabled,
}: {
  readonly editor: Editor;
  readonly template: Template | undefined;
  readonly edits: Pick<ReturnType<typeof useTemplateEdits<Theme>>, 'content' | 'startSaving'>;
  readonly isDisabled: boolean;
}) {
  const text = useWords(words);
  const tell = useTell();
  const usage = useResource(
    'listUiTemplateProfiles',
    { params: { id: template?.id ?? '' } },
    { enabled: template !== undefined },
  );
  const create = useAction('createUiTemplate', ['listUiTemplates']);
  const update = useAction('updateUiTemplate', ['listUiTemplates']);
  const others = (usage.data?.length ?? 1) - 1;

  const save = async () => {
    if (template === undefined) {
      const { data } = await create.mutateAsync({ body: { name: editor.content.name, theme } });
      editor.set(['profileJson', 'uiTemplateId'], data.id);
      tell(text.created(editor.content.name));
      return;
    }
    const settle = startSaving();
    await update.mutateAsync({ params: { id: template.id }, body: { theme } });
    settle();
    // A version keeps the look that it was saved with.
    const version = await editor.save({ isForced: true });
    if (version !== null) tell(text.savedLook(version));
  };
  return (
    <div className="stack tight">
      {others > 0 && <p className="muted">{text.sharedLook(others)}</p>}
      <ErrorNotice error={create.error ?? update.error} />
      <div>
        <Button
          onPress={({ target }) => focusInvalidNumber(target) || void save().catch(() => {})}
          isPending={create.isPending || update.isPending || editor.isSaving}
          isDisabled={isDisabled}
        >
          {template === undefined ? text.createLook : text.saveLook}
        </Button>
      </div>
    </div>
  );
}
