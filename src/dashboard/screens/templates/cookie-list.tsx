import { Link, useParams } from 'wouter';
import { useAnswer } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Load, Page, Panel, ReadOnlyNotice, TextField, useTell } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { CookieCategories } from '../banner/cookies/index';
import { EditorNotices } from '../banner/edits/editor-notices';
import { LeaveDialog } from '../banner/edits/leave-dialog';
import { FieldNames } from '../banner/fields/field-names';
import { TemplateActions } from './template-actions';
import { Usage } from './usage';
import { type CookieListAnswer, useCookieList } from './use-cookie-list';
import { words } from './words';

/** A cookie list that banners can be created from. */
export default function CookieListScreen() {
  const { id = '' } = useParams<{ readonly id: string }>();
  const { nav } = useSharedWords();
  const template = useAnswer('getConsentTemplate', { params: { id } });
  if (template.data === undefined)
    return (
      <Page title={nav.buildingBlocks} trail={<Link href="/templates">{nav.buildingBlocks}</Link>}>
        <Load of={template}>{() => null}</Load>
      </Page>
    );
  return <CookieList key={id} answer={template.data} />;
}

function CookieList({ answer }: { readonly answer: CookieListAnswer }) {
  const text = useWords(words);
  const { nav, actions, states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const mayEdit = can('templates:update');
  const editor = useCookieList(answer);
  const { content, isDirty, isKept, isSaving, set, save } = editor;
  const { id, name } = answer.data;
  const submit = async () => {
    if ((await save()) !== null) tell(states.saved);
  };
  return (
    <Page
      title={name}
      trail={<Link href="/templates">{nav.buildingBlocks}</Link>}
      intro={text.listIntro}
      actions={
        <>
          <TemplateActions kind="cookies" id={id} name={name} />
          {mayEdit && (
            <Button
              variant="primary"
              isDisabled={!isDirty || content.name.trim() === ''}
              isPending={isSaving}
              onPress={() => void submit()}
            >
              {actions.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveDialog home={`/templates/cookies/${id}`} isDirty={isDirty} isKept={isKept} />
      <FieldNames of={content.profileJson}>
        <EditorNotices editor={editor} />
      </FieldNames>
      {!mayEdit && <ReadOnlyNotice />}
      {mayEdit && (
        <Panel>
          <div className="stack narrow">
            <TextField
              label={text.name}
              value={content.name}
              onChange={(next) => set(['name'], next)}
              maxLength={200}
            />
          </div>
        </Panel>
      )}
      <CookieCategories mayEdit={mayEdit} editor={editor} />
      <Usage operation="listConsentTemplateProfiles" id={id} />
    </Page>
  );
}
