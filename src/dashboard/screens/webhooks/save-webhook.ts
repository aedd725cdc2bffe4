import { ApiError } from '#client/index';
import { call } from '../../api/client';
import { isApiError } from '../../api/errors';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type InputOf, useInvalidate } from '../../api/use-resource';
import { changedFields } from '../banner/edits/edits';

type Fields = Required<Pick<InputOf<'updateWebhook'>['body'], 'name' | 'url' | 'events'>>;

interface WebhookChange {
  /** The webhook as the operator has seen it. */
  readonly before: Fields;
  readonly after: Fields;
}

/** Number of times that a save starts again because somebody else has saved between its two requests. */
const mostTries = 3;

/** Saves the changed fields of a webhook: what others have saved in other fields meanwhile stays so. */
export function useSaveWebhook(id: string) {
  const invalidate = useInvalidate();
  return useMutationOnce({
    // After a conflict, too, the operator must see what is saved.
    mutationFn: (change: WebhookChange) => save(id, change).finally(() => invalidate('listWebhooks')),
  });
}

/** @throws ApiError `version_conflict` where somebody else has changed the same field */
async function save(id: string, { before, after }: WebhookChange, tries = mostTries): Promise<void> {
  const params = { id };
  const body = changedFields(before, after);
  const newest = await call('getWebhook', { params });
  const theirs = changedFields(before, newest.data as Fields);
  if (Object.keys(body).some((field) => field in theirs))
    throw new ApiError(412, { code: 'version_conflict' }, new Headers());
  try {
    await call('updateWebhook', { params, body, ...(newest.etag !== null && { ifMatch: newest.etag }) });
  } catch (error) {
    if (tries <= 1 || !isApiError(error, 'version_conflict')) throw error;
    await save(id, { before, after }, tries - 1);
  }
}
