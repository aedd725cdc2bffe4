import { useMemo, useState } from 'react';
import { call } from '../../../api/client';
import { useForget, useInvalidate, useKeepAnswer } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { withCategories, withLists } from './category-fields';
import { type Content, cleanedPaths, type Profile, toContent, toEdited, toUpdate } from './content';
import { type EditState, type Saved, toForm } from './edit-state';
import { editsKey } from './kept-edits';
import { type Edits, longestSaveMs, useEdits } from './use-edits';

/** Edits a banner. */
export interface Editor extends Omit<Edits<Content>, 'form' | 'edits'> {
  /** The content with the edits. */
  readonly content: Content;
  /** Paths, as JSON, of texts that the service changed when it saved them. */
  readonly cleaned: readonly string[];
}

interface Written extends Saved<Content> {
  readonly answer: Awaited<ReturnType<typeof readProfile>>;
  readonly cleaned: readonly string[];
}

const withTexts = (id: string) => ({ params: { id }, query: { include: 'localeContent' } }) as const;
const readProfile = (id: string) => call('getProfile', withTexts(id));

const toSavedContent = (profile: Profile): Saved<Content> => ({
  version: profile.version,
  etag: `"${profile.version}"`,
  base: withCategories(toContent(profile)),
});

/**
 * Edits a banner.
 * @see useEdits
 */
export function useEditor(profile: Profile): Editor {
  const { user, tenantId } = useSession();
  const [cleaned, setCleaned] = useState<readonly string[]>([]);
  const invalidate = useInvalidate();
  const forget = useForget();
  const keepAnswer = useKeepAnswer();
  const {
    form: _form,
    edits,
    ...editor
  } = useEdits<Content, Written>({
    storageKey: editsKey(tenantId, user.id, profile.id),
    saved: useMemo(() => toSavedContent(profile), [profile]),
    async read() {
      const answer = await readProfile(profile.id);
      return { ...toSavedContent(answer.data), answer, cleaned: [] };
    },
    write: (state, isForced) => send(profile.id, state, isForced),
    async onSaved(written) {
      setCleaned(written.cleaned);
      forget('getProfile');
      keepAnswer('getProfile', withTexts(profile.id), written.answer);
      await invalidate('listProfiles', 'listProfileVersions');
    },
  });
  const { base, setAll } = editor;
  const content = useMemo(() => withLists(toEdited(base, edits)), [base, edits]);
  return {
    ...editor,
    content,
    cleaned,
    setAll: (changes, since) => setAll(changes, since && withCategories(since)),
  };
}

/** @param isForced also without edits, to take over what the look has now */
async function send(
  id: string,
  { base, edits, etag }: Pick<EditState<Content>, 'base' | 'edits' | 'etag'>,
  isForced: boolean,
): Promise<Written> {
  const content = withLists(toForm({ base, edits }));
  const body = {
    ...toUpdate(content, edits),
    ...(isForced && { profileJson: content.profileJson }),
  };
  // During an outage the operator must learn that nothing is saved. If the version was saved after all, the next save
  // merges it.
  const signal = AbortSignal.timeout(longestSaveMs);
  const saved = await call('updateProfile', { ...withTexts(id), body, ifMatch: etag, signal });
  // Without a built-in group the answer is the profile itself.
  const data: Profile = 'profile' in saved.data ? saved.data.profile : saved.data;
  return {
    ...toSavedContent(data),
    answer: { ...saved, data },
    cleaned: cleanedPaths(content, toContent(data), edits),
  };
}
