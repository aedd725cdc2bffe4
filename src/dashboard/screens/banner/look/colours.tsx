import { useState } from 'react';
import { useLocation } from 'wouter';
import { contrastRatio } from '../../../../standards/contrast';
import { colourPairs, defaultColours, type WidgetColour } from '../../../../standards/widget-colours';
import { type DataOf, useAction, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import {
  Button,
  Chip,
  type Column,
  ErrorNotice,
  RadioField,
  Table,
  TextField,
  useTell,
} from '../../../components';
import { useFormats, useWords } from '../../../words';
import { LeaveDialog } from '../../templates/leave-dialog';
import { useTemplateEdits } from '../../templates/use-template-edits';
import type { Editor } from '../edits/use-editor';
import { ColourField, isColour } from './colour-field';
import { words } from './words';

type Template = DataOf<'listUiTemplates'>[number];
type Mode = 'light' | 'dark';

const names = Object.keys(defaultColours.light) as WidgetColour[];

/** The colours of a look with their contrasts. @param template undefined: the standard look */
export function Colours({
  editor,
  template,
  isReadOnly,
}: {
  readonly editor: Editor;
  readonly template: Template | undefined;
  readonly isReadOnly: boolean;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const [mode, setMode] = useState<Mode>('light');
  const [home] = useLocation();
  const edits = useTemplateEdits<Template['theme']>(template?.theme ?? {});
  const { content: theme, isChanged, set } = edits;
  const colours = { ...defaultColours[mode], ...theme[mode] };
  const mayEdit = !isReadOnly && can(template === undefined ? 'templates:create' : 'templates:update');
  const isValid = (['light', 'dark'] as const).every((each) =>
    names.every((name) => isColour(theme[each]?.[name] ?? defaultColours[each][name])),
  );
  return (
    <div className="stack">
      <RadioField
        label={text.scheme}
        value={mode}
        onChange={setMode}
        isHorizontal
        options={[
          { value: 'light', label: text.light },
          { value: 'dark', label: text.dark },
        ]}
      />
      <div className="form-line">
        {names.map((name) => (
          <ColourField
            key={name}
            label={text.colours[name]}
            value={colours[name]}
            isDisabled={!mayEdit}
            onChange={(value) => set([mode, name], value)}
          />
        ))}
        <TextField
          label={text.radius}
          inputMode="numeric"
          value={theme.radius === undefined ? '' : String(theme.radius)}
          isDisabled={!mayEdit}
          onChange={(value) => {
            const radius = Number.parseInt(value, 10);
            set(['radius'], Number.isNaN(radius) ? undefined : Math.min(40, radius));
          }}
        />
      </div>
      <Contrasts colours={colours} />
      {/* Unlike the edits of the banner, these are not kept in the browser. */}
      <LeaveDialog home={home} isDirty={isChanged} />
      {mayEdit && (
        <SaveLook editor={editor} template={template} edits={edits} isDisabled={!isChanged || !isValid} />
      )}
    </div>
  );
}

type Pair = (typeof colourPairs)[number];

/** The contrast of each pair of colours that stand on each other. */
export function Contrasts({ colours }: { readonly colours: Readonly<Record<WidgetColour, string>> }) {
  const text = useWords(words);
  const formats = useFormats();
  const columns: readonly Column<Pair>[] = [
    {
      id: 'pair',
      title: text.contrast,
      cell: ({ front, back }) => text.on(text.colours[front], text.colours[back]),
    },
    {
      id: 'ratio',
      title: text.ratio,
      isNumber: true,
      // Rounded down, so that a ratio that is just too low does not look sufficient.
      cell: (pair) => formats.number(Math.floor(ratioOf(pair, colours) * 10) / 10),
    },
    {
      id: 'least',
      title: text.least,
      isNumber: true,
      from: 'medium',
      cell: ({ least }) => formats.number(least),
    },
    {
      id: 'verdict',
      title: text.verdict,
      cell: (pair) =>
        ratioOf(pair, colours) >= pair.least ? (
          <Chip tone="ok">{text.enough}</Chip>
        ) : (
          <Chip tone="danger">{text.tooLow}</Chip>
        ),
    },
  ];
  return (
    <Table
      label={text.contrast}
      rows={colourPairs}
      keyOf={({ front, back }) => `${front} ${back}`}
      columns={columns}
    />
  );
}

/** Colours that are being typed have no contrast yet. */
const ratioOf = ({ front, back }: Pair, colours: Readonly<Record<WidgetColour, string>>) =>
  isColour(colours[front]) && isColour(colours[back]) ? contrastRatio(colours[front], colours[back]) : 1;

function SaveLook({
  editor,
  template,
  edits: { content: theme, startSaving },
  isDisabled,
}: {
  readonly editor: Editor;
  readonly template: Template | undefined;
  readonly edits: Pick<ReturnType<typeof useTemplateEdits<Template['theme']>>, 'content' | 'startSaving'>;
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
          onPress={() => void save().catch(() => {})}
          isPending={create.isPending || update.isPending || editor.isSaving}
          isDisabled={isDisabled}
        >
          {template === undefined ? text.createLook : text.saveLook}
        </Button>
      </div>
    </div>
  );
}
