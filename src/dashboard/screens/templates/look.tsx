import { Link, useParams } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  Button,
  ErrorNotice,
  focusInvalidNumber,
  Load,
  Page,
  Panel,
  ReadOnlyNotice,
  Switch,
  TextField,
  useTell,
} from '../../components';
import { VersionPreviews } from '../../preview/version-previews';
import { useSharedWords, useWords } from '../../words';
import { isThemeValid, type Theme, ThemeFields } from '../banner/look/theme-fields';
import { LeaveDialog } from './leave-dialog';
import { TemplateActions } from './template-actions';
import { Usage } from './usage';
import { useTemplateEdits } from './use-template-edits';
import { words } from './words';

type Template = DataOf<'getUiTemplate'>;

/** A look that banners share. */
export default function LookScreen() {
  const { id = '' } = useParams<{ readonly id: string }>();
  const { nav } = useSharedWords();
  const template = useResource('getUiTemplate', { params: { id } });
  if (template.data === undefined)
    return (
      <Page title={nav.buildingBlocks} trail={<Link href="/templates">{nav.buildingBlocks}</Link>}>
        <Load of={template}>{() => null}</Load>
      </Page>
    );
  return <Look key={id} template={template.data} />;
}

function Look({ template }: { readonly template: Template }) {
  const text = useWords(words);
  const { nav, actions, states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const mayEdit = can('templates:update');
  const { content, isChanged, isEdited, set, startSaving } = useTemplateEdits(toContent(template));
  const { name, theme, showClose, overlay } = content;
  const save = useAction('updateUiTemplate', ['getUiTemplate', 'listUiTemplates']);
  const submit = () => {
    const settle = startSaving();
    save.mutate(
      {
        params: { id: template.id },
        body: {
          ...(isEdited('name') && { name: name.trim() }),
          ...(isEdited('theme') && { theme }),
          ...((isEdited('showClose') || isEdited('overlay')) && {
            mainBanner: {
              showClose,
              overlayOpacity: overlay ? template.mainBanner.overlayOpacity || 0.5 : 0,
            },
          }),
        },
      },
      {
        onSuccess: () => {
          settle();
          tell(states.saved);
        },
      },
    );
  };
  return (
    <Page
      title={template.name}
      trail={<Link href="/templates">{nav.buildingBlocks}</Link>}
      intro={text.lookIntro}
      actions={
        <>
          <TemplateActions kind="looks" id={template.id} name={template.name} />
          {mayEdit && (
            <Button
              variant="primary"
              isDisabled={!isChanged || !isThemeValid(theme) || name.trim() === ''}
              isPending={save.isPending}
              onPress={({ target }) => focusInvalidNumber(target) || submit()}
            >
              {actions.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveDialog home={`/templates/looks/${template.id}`} isDirty={isChanged} />
      <ErrorNotice error={save.error} />
      {!mayEdit && <ReadOnlyNotice />}
      <Panel>
        <div className="stack narrow">
          <TextField
            label={text.name}
            value={name}
            onChange={(next) => set(['name'], next)}
            maxLength={200}
            isDisabled={!mayEdit}
          />
          <Switch isSelected={showClose} onChange={(next) => set(['showClose'], next)} isDisabled={!mayEdit}>
            {text.showClose}
          </Switch>
          <Switch
            isSelected={overlay}
            onChange={(next) => set(['overlay'], next)}
            isDisabled={!mayEdit}
            help={text.overlayHelp}
          >
            {text.overlay}
          </Switch>
        </div>
      </Panel>
      <Panel>
        <div className="stack">
          <ThemeFields
            theme={theme}
            set={(path, value) => set(['theme', ...path], value)}
            isDisabled={!mayEdit}
          />
        </div>
      </Panel>
      {can('profiles:read') && <LookPreview id={template.id} theme={theme} />}
      <Usage operation="listUiTemplateProfiles" id={template.id} />
    </Page>
  );
}

/** The look as its fields edit it. */
const toContent = ({ name, theme, mainBanner: { showClose = false, overlayOpacity = 0 } }: Template) => ({
  name,
  theme,
  showClose,
  overlay: overlayOpacity > 0,
});

/** The first banner that uses the look. */
function LookPreview({ id, theme }: { readonly id: string; readonly theme: Theme }) {
  const text = useWords(words);
  const usage = useResource('listUiTemplateProfiles', { params: { id } });
  const first = usage.data?.[0];
  const profile = useResource(
    'getProfile',
    { params: { id: first?.id ?? '' } },
    { enabled: first !== undefined },
  );
  if (first === undefined || profile.data === undefined) return null;
  const { version, profileJson, defaultLocale } = profile.data;
  return (
    <Panel title={text.previewOf(first.name)}>
      <VersionPreviews
        id={first.id}
        versions={[{ version, locales: profileJson.locales ?? [] }]}
        defaultLocale={defaultLocale}
        theme={theme}
      />
    </Panel>
  );
}
