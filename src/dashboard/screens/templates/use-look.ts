import { useMemo } from 'react';
import type { Answer } from '#client/index';
import { call } from '../../api/client';
import { type DataOf, useInvalidate, useKeepAnswer } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { type Saved, toForm } from '../banner/edits/edit-state';
import { editsKey } from '../banner/edits/kept-edits';
import { type Edits, useEdits } from '../banner/edits/use-edits';

export type LookAnswer = Answer<DataOf<'getUiTemplate'>>;
export type LookForm = Pick<DataOf<'getUiTemplate'>, 'name' | 'theme' | 'mainBanner'>;

interface Written extends Saved<LookForm> {
  readonly answer: LookAnswer;
}

/** Edits a look. Its own page and the banners that have it edit the same. */
export function useLook(answer: LookAnswer): Edits<LookForm> {
  const { user, tenantId } = useSession();
  const { id } = answer.data;
  const input = { params: { id } };
  const invalidate = useInvalidate();
  const keepAnswer = useKeepAnswer();
  return useEdits<LookForm, Written>({
    storageKey: editsKey(tenantId, user.id, `look:${id}`),
    saved: useMemo(() => toSavedLook(answer), [answer]),
    read: async () => toSavedLook(await call('getUiTemplate', input)),
    async write({ etag, ...state }) {
      const { name, theme, mainBanner } = toForm(state);
      const edited = state.edits.map(({ path }) => path);
      const roots = edited.map(([root]) => root);
      const ofBanner = edited.flatMap(([root, field]) => (root === 'mainBanner' ? String(field) : []));
      const body = {
        ...(roots.includes('name') && { name: name.trim() }),
        ...(roots.includes('theme') && { theme }),
        ...(ofBanner.length > 0 && {
          mainBanner: Object.fromEntries(
            Object.entries(mainBanner).filter(([field]) => ofBanner.includes(field)),
          ),
        }),
      };
      return toSavedLook(await call('updateUiTemplate', { ...input, body, ifMatch: etag }));
    },
    async onSaved(written) {
      keepAnswer('getUiTemplate', input, written.answer);
      await invalidate('listUiTemplates');
    },
  });
}

const noLook: LookForm = { name: '', theme: {}, mainBanner: {} };

/**
 * Edits the standard look for a banner; saving makes a look of its own.
 * @param onCreated is told the id of the new look
 */
export function useNewLook(bannerId: string, name: string, onCreated: (id: string) => void): Edits<LookForm> {
  const { user, tenantId } = useSession();
  const invalidate = useInvalidate();
  const none: Saved<LookForm> = { version: 0, etag: '*', base: noLook };
  return useEdits<LookForm, Saved<LookForm> & { readonly id?: string }>({
    storageKey: editsKey(tenantId, user.id, `look-of:${bannerId}`),
    saved: none,
    read: async () => none,
    async write(state) {
      const { data } = await call('createUiTemplate', { body: { name, theme: toForm(state).theme } });
      return { ...none, base: { ...noLook, theme: data.theme }, id: data.id };
    },
    async onSaved({ id }) {
      await invalidate('listUiTemplates');
      if (id !== undefined) onCreated(id);
    },
  });
}

const toSavedLook = (answer: LookAnswer): Written => {
  const { name, theme, mainBanner, updatedAt } = answer.data;
  return {
    version: Date.parse(updatedAt),
    etag: answer.etag ?? '*',
    base: { name, theme, mainBanner: { showClose: false, overlayOpacity: 0, ...mainBanner } },
    answer,
  };
};
