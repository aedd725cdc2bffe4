import { Link, useParams } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, ErrorNotice, Load, Page, Panel, ReadOnlyNotice, TextField, useTell } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { CookieCategories } from '../banner/cookies/index';
import { LeaveDialog } from './leave-dialog';
import { TemplateActions } from './template-actions';
import { Usage } from './usage';
import { useTemplateEdits } from './use-template-edits';
import { words } from './words';

type Template = DataOf<'getConsentTemplate'>;

/** A cookie list that banners can be created from. */
export default function CookieListScreen() {
  const { id = '' } = useParams<{ readonly id: string }>();
  const { nav } = useSharedWords();
  const template = useResource('getConsentTemplate', { params: { id } });
  if (template.data === undefined)
    return (
      <Page title={nav.buildingBlocks} trail={<Link href="/templates">{nav.buildingBlocks}</Link>}>
        <Load of={template}>{() => null}</Load>
      </Page>
    );
  return <CookieList key={id} template={template.data} />;
}

function CookieList({ template }: { readonly template: Template }) {
  const text = useWords(words);
  const { nav, actions, states } = useSharedWords();
  const { can } = useSession();
  const tell = useTell();
  const mayEdit = can('templates:update');
  const { content, isChanged, isEdited, set, startSaving } = useTemplateEdits(toContent(template));
  const save = useAction('updateConsentTemplate', ['getConsentTemplate', 'listConsentTemplates']);
  const submit = () => {
    const settle = startSaving();
    save.mutate(
      {
        params: { id: template.id },
        body: {
          ...(isEdited('name') && { name: content.name.trim() }),
          ...(isEdited('profileJson') && {
            cookies: content.profileJson.cookies ?? {},
            categories: content.profileJson.preferenceModal?.categories ?? {},
            services: content.profileJson.services ?? {},
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
      intro={text.listIntro}
      actions={
        <>
          <TemplateActions kind="cookies" id={template.id} name={template.name} />
          {mayEdit && (
            <Button
              variant="primary"
              isDisabled={!isChanged || content.name.trim() === ''}
              isPending={save.isPending}
              onPress={submit}
            >
              {actions.save}
            </Button>
          )}
        </>
      }
    >
      <LeaveDialog home={`/templates/cookies/${template.id}`} isDirty={isChanged} />
      <ErrorNotice error={save.error} />
      {!mayEdit && <ReadOnlyNotice />}
      {mayEdit && (
        <Panel>
          <div className="stack narrow">
            <TextField
              label={text.name}
              value={content.name}
              onChange={(name) => set(['name'], name)}
              maxLength={200}
            />
          </div>
        </Panel>
      )}
      <CookieCategories
        mayEdit={mayEdit}
        editor={{
          content,
          set,
          setAll: (changes) => {
            for (const [path, value] of changes) set(path, value);
          },
        }}
      />
      <Usage operation="listConsentTemplateProfiles" id={template.id} />
    </Page>
  );
}

/** The list as the content of a banner, which the same fields edit. */
const toContent = ({ name, cookies, categories, services }: Template) => ({
  name,
  defaultLocale: 'en',
  profileJson: { cookies, services, preferenceModal: { categories } },
  localeContent: {},
  outdatedTexts: {},
  reviewed: {},
  uncheckedTexts: {},
  drafted: {},
  changedLocales: [],
});
