import { useRef } from 'react';
import { ApiError } from '#client/index';
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type InputOf, useInvalidate } from '../../api/use-resource';
import { useWords } from '../../words';
import { changedFields, mergeLists } from '../banner/edits/edits';
import { words } from './words';

export type WebhookFields = Required<Pick<InputOf<'updateWebhook'>['body'], 'name' | 'url' | 'events'>>;
type Texts = Omit<WebhookFields, 'events'>;

/** Number of times that a save starts again because somebody else has saved between its two requests. */
const mostTries = 3;

/**
 * Saves what the operator has changed of a webhook: what others have saved meanwhile stays so. Where they have changed the
 * same name or address, nothing is saved; the error says at the field what it is now, and saving again replaces it.
 * @param seen the webhook as the dialog has shown it first
 */
export function useSaveWebhook(id: string, seen: WebhookFields) {
  const text = useWords(words);
  const invalidate = useInvalidate();
  const before = useRef(seen);
  return useMutationOnce({
    mutationFn: (after: WebhookFields) =>
      save(id, before.current, after)
        .then((theirs) => {
          const changed = Object.entries(theirs);
          if (changed.length === 0) return;
          before.current = { ...before.current, ...theirs };
          const details = changed.map(([path, value]) => ({ path, message: text.savedMeanwhile(value) }));
          throw new ApiError(412, { code: 'version_conflict', details }, new Headers());
        })
        .finally(() => invalidate('listWebhooks')),
  });
}

/** Returns what somebody else has saved in fields that `after` changes too; with any, nothing is saved. */
async function save(
  id: string,
  before: WebhookFields,
  after: WebhookFields,
  tries = mostTries,
): Promise<Partial<Texts>> {
  const params = { id };
  const newest = await call('getWebhook', { params });
  const { name, url } = newest.data;
  const own = changedFields(textsOf(before), textsOf(after));
  const theirs = Object.entries(changedFields(textsOf(before), { name, url })).filter(
    ([field, value]) => field in own && own[field as keyof Texts] !== value,
  );
  if (theirs.length > 0) return Object.fromEntries(theirs);
  const events = mergeLists(before.events, after.events, newest.data.events) as WebhookFields['events'];
  const body = { ...own, events };
  try {
    await call('updateWebhook', { params, body, ...(newest.etag !== null && { ifMatch: newest.etag }) });
    return {};
  } catch (error) {
    if (tries <= 1 || !isApiError(error, 'version_conflict')) throw error;
    return save(id, before, after, tries - 1);
  }
}

const textsOf = ({ name, url }: WebhookFields): Texts => ({ name, url });
