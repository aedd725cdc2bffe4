import { useMemo } from 'react';
import type { Answer } from '#client/index';
import { call } from '../../api/client';
import { type DataOf, useInvalidate, useKeepAnswer } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { withCategories, withLists } from '../banner/edits/category-fields';
import type { Content } from '../banner/edits/content';
import { type Saved, toForm } from '../banner/edits/edit-state';
import { editsKey } from '../banner/edits/kept-edits';
import type { Editor } from '../banner/edits/use-editor';
import { useEdits } from '../banner/edits/use-edits';

export type CookieListAnswer = Answer<DataOf<'getConsentTemplate'>>;

interface Written extends Saved<Content> {
  readonly answer: CookieListAnswer;
}

/** Edits a cookie list, as the content of a banner, so that the same fields edit both. */
export function useCookieList(answer: CookieListAnswer): Omit<Editor, 'cleaned'> {
  const { user, tenantId } = useSession();
  const { id } = answer.data;
  const input = { params: { id } };
  const invalidate = useInvalidate();
  const keepAnswer = useKeepAnswer();
  const {
    form: _form,
    edits,
    ...editor
  } = useEdits<Content, Written>({
    storageKey: editsKey(tenantId, user.id, `cookies:${id}`),
    saved: useMemo(() => toSavedList(answer), [answer]),
    read: async () => toSavedList(await call('getConsentTemplate', input)),
    async write({ etag, ...state }) {
      const { name, profileJson } = withLists(toForm(state));
      const isEdited = (root: keyof Content) => state.edits.some(({ path }) => path[0] === root);
      const body = {
        ...(isEdited('name') && { name: name.trim() }),
        ...(isEdited('profileJson') && {
          cookies: profileJson.cookies ?? {},
          categories: profileJson.preferenceModal?.categories ?? {},
          services: profileJson.services ?? {},
        }),
      };
      return toSavedList(await call('updateConsentTemplate', { ...input, body, ifMatch: etag }));
    },
    async onSaved(written) {
      keepAnswer('getConsentTemplate', input, written.answer);
      await invalidate('listConsentTemplates');
    },
  });
  const { base, setAll } = editor;
  const content = useMemo(() => withLists(toForm({ base, edits })), [base, edits]);
  return { ...editor, content, setAll: (changes, since) => setAll(changes, since && withCategories(since)) };
}

function toSavedList(answer: CookieListAnswer): Written {
  const { name, cookies, categories, services, updatedAt } = answer.data;
  const content: Content = {
    name,
    defaultLocale: 'en',
    profileJson: { cookies, services, preferenceModal: { categories } },
    localeContent: {},
    outdatedTexts: {},
    reviewed: {},
    uncheckedTexts: {},
    drafted: {},
    changedLocales: [],
  };
  return {
    version: Date.parse(updatedAt),
    etag: answer.etag ?? '*',
    base: withCategories(content),
    answer,
  };
}
