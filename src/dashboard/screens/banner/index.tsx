import { type ReactNode, useState } from 'react';
import type { PressEvent } from 'react-aria-components';
import { Link, Redirect, useParams } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  Button,
  focusInvalidNumber,
  LinkTabs,
  Load,
  Page,
  ReadOnlyNotice,
  ShowFaults,
  useTell,
} from '../../components';
import { useSharedWords, useWords } from '../../words';
import { BannerStatus } from '../banners/banner-status';
import { ApprovalNotice, useIsWaiting } from './approval/approval-notice';
import { Behaviour } from './behaviour/index';
import { Cookies } from './cookies/index';
import type { Profile } from './edits/content';
import { EditorNotices } from './edits/editor-notices';
import { LeaveDialog } from './edits/leave-dialog';
import { type Editor, useEditor } from './edits/use-editor';
import { FieldNames, useFieldName } from './fields/field-names';
import { Look } from './look/index';
import { Texts } from './texts/index';
import { Variants } from './variants/index';
import { useDrafts } from './variants/use-drafts';
import { Versions } from './versions/index';
import { PublishDialog } from './versions/publish-dialog';
import { words } from './words';

/** With none of these, all that a user can do here is read. */
const mayChange = ['profiles:update', 'profiles:activate', 'profiles:approve'] as const;

const tabs = ['texts', 'look', 'cookies', 'behaviour', 'variants', 'versions'] as const;

/** One banner: the editor of its content, its versions, and publishing. */
export default function Banner() {
  const { id = '', tab } = useParams<{ readonly id: string; readonly tab?: string }>();
  const { nav } = useSharedWords();
  const profile = useResource('getProfile', { params: { id }, query: { include: 'localeContent' } });
  if (!tabs.some((known) => known === tab)) return <Redirect to={`/banners/${id}/texts`} replace />;
  if (profile.data === undefined)
    return (
      <Page title={nav.banners} trail={<Link href="/banners">{nav.banners}</Link>}>
        <Load of={profile}>{() => null}</Load>
      </Page>
    );
  return <BannerPage key={id} profile={profile.data} tab={tab as (typeof tabs)[number]} />;
}

function BannerPage({ profile, tab }: { readonly profile: Profile; readonly tab: (typeof tabs)[number] }) {
  const text = useWords(words);
  const { nav, groups } = useSharedWords();
  const { can } = useSession();
  const editor = useEditor(profile);
  const drafts = useDrafts(profile.id);
  const home = `/banners/${profile.id}`;
  const group = profile.complianceGroup;
  return (
    <Page
      title={editor.content.name}
      trail={<Link href="/banners">{nav.banners}</Link>}
      status={<BannerStatus banner={profile} />}
      intro={group === null ? undefined : (groups[group] ?? group)}
      actions={<Actions profile={profile} editor={editor} />}
    >
      <FieldNames of={editor.content.profileJson}>
        <EditorFaults error={editor.error}>
          <LinkTabs
            label={editor.content.name}
            tabs={tabs.map((name) => ({ to: `${home}/${name}`, label: text.tabs[name] }))}
          />
          {!mayChange.some(can) && <ReadOnlyNotice />}
          <ApprovalNotice profile={profile} />
          <EditorNotices bannerId={profile.id} editor={editor} />
          {tab === 'texts' && <Texts editor={editor} />}
          {tab === 'look' && <Look bannerId={profile.id} editor={editor} />}
          {tab === 'cookies' && <Cookies editor={editor} />}
          {tab === 'behaviour' && <Behaviour profile={profile} editor={editor} />}
          {tab === 'variants' && <Variants profile={profile} editor={editor} drafts={drafts} />}
          {tab === 'versions' && <Versions profile={profile} />}
        </EditorFaults>
      </FieldNames>
      <LeaveDialog
        home={home}
        isDirty={editor.isDirty || drafts.isDirty}
        isKept={editor.isKept && drafts.isKept}
      />
    </Page>
  );
}

/** Shows faults of values at their fields, and others under the names that the editor gives them. */
function EditorFaults({ error, children }: { readonly error: unknown; readonly children: ReactNode }) {
  const nameOf = useFieldName();
  return (
    <ShowFaults
      error={error}
      nameOf={(path) => nameOf(path.replace(/^(profileJson|localeContent)\./, ''))}
      isLive
    >
      {children}
    </ShowFaults>
  );
}

function Actions({ profile, editor }: { readonly profile: Profile; readonly editor: Editor }) {
  const text = useWords(words);
  const { can } = useSession();
  const tell = useTell();
  /** The running review; `saved` is the version that was saved for it. */
  const [reviewed, setReviewed] = useState<{ readonly saved: number | null } | null>(null);
  // The dialog keeps the version that it opens with.
  const isRead = profile.version >= (reviewed?.saved ?? 0);
  const isWaiting = useIsWaiting(profile) && !editor.isDirty;
  const hasNews = editor.isDirty || !profile.isActive || profile.publishedVersion !== profile.version;

  const saveOnly = async ({ target }: PressEvent) => {
    if (focusInvalidNumber(target)) return;
    const version = await editor.save();
    if (version !== null) tell(text.saved(version), { about: profile.id });
  };
  const review = async ({ target }: PressEvent) => {
    if (focusInvalidNumber(target)) return;
    if (!editor.isDirty) return setReviewed({ saved: null });
    const version = await editor.save();
    if (version !== null) setReviewed({ saved: version });
  };
  const stopReview = () => {
    // A version that was saved for the review stays saved.
    if (reviewed?.saved) tell(text.saved(reviewed.saved), { about: profile.id });
    setReviewed(null);
  };
  return (
    <>
      {can('profiles:update') && (
        <Button onPress={saveOnly} isPending={editor.isSaving} isDisabled={!editor.isDirty}>
          {text.save}
        </Button>
      )}
      {can('profiles:activate') && (
        <Button variant="primary" onPress={review} isDisabled={!hasNews || isWaiting || editor.isSaving}>
          {text.review}
        </Button>
      )}
      {reviewed !== null && isRead && (
        <FieldNames of={profile.profileJson}>
          <PublishDialog profile={profile} onClose={stopReview} onPublished={() => setReviewed(null)} />
        </FieldNames>
      )}
    </>
  );
}
