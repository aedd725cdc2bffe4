import { Link, useParams } from 'wouter';
import { useAnswer, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  Button,
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
import { EditorNotices } from '../banner/edits/editor-notices';
import { LeaveDialog } from '../banner/edits/leave-dialog';
import { isThemeValid, type Theme, ThemeFields } from '../banner/look/theme-fields';
import { TemplateActions } from './template-actions';
import { Usage } from './usage';
import { type LookAnswer, useLook } from './use-look';
import { words } from './words';

/** A look that banners share. */
export default function LookScreen() {
  const { id = '' } = useParams<{ readonly id: string }>();
  const { nav } = useSharedWords();
  const template = useAnswer('getUiTemplate', { params: { id } });
  if (template.data === undefined)
    return (
      <Page title={nav.buildingBlocks} trail={<Link href="/templates">{nav.buildingBlocks}</Link>}>
        <Load of={template}>{() => null}</Load>
      </Page>
    );
  return <Look key={id} answer={template.data} />;
}

function Look({ answer }: { readonly answer: LookAnswer }) {
  const text = useWords(words);
  const { nav, actions, states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const mayEdit = can('templates:update');
  const look = useLook(answer);
  const { form, base, isDirty, isKept, isSaving, set, save } = look;
  const { name, theme, mainBanner } = form;
  const { id } = answer.data;
  const submit = async () => {
    if ((await save()) !== null) tell(states.saved);
  };
  return (
    <Page
      title={answer.data.name}
      trail={<Link href="/templates">{nav.buildingBlocks}</Link>}
      intro={text.lookIntro}
      actions={
        <>
          <TemplateActions kind="looks" id={id} name={answer.data.name} />
          {mayEdit && (
            <Button
              variant="primary"
              isDisabled={!isDirty || !isThemeValid(theme) || name.trim() === ''}
              isPending={isSaving}
              onPress={({ target }) => focusInvalidNumber(target) || void submit()}
            >
              {actions.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveDialog home={`/templates/looks/${id}`} isDirty={isDirty} isKept={isKept} />
      <EditorNotices editor={look} />
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
          <Switch
            isSelected={mainBanner.showClose ?? false}
            onChange={(isOn) => set(['mainBanner', 'showClose'], isOn)}
            isDisabled={!mayEdit}
          >
            {text.showClose}
          </Switch>
          <Switch
            isSelected={(mainBanner.overlayOpacity ?? 0) > 0}
            onChange={(isOn) =>
              set(['mainBanner', 'overlayOpacity'], isOn ? base.mainBanner.overlayOpacity || 0.5 : 0)
            }
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
      {can('profiles:read') && <LookPreview id={id} theme={theme} />}
      <Usage operation="listUiTemplateProfiles" id={id} />
    </Page>
  );
}

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
