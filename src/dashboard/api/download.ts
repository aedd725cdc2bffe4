import { ApiError } from '../../client';
import { config } from '../config';
import { apiHeaders, call } from './client';
import { useMutationOnce } from './use-mutation-once';

/**
 * Saves what a path of the admin API answers. The browser writes it to disk itself where the cookie is enough,
 * so that a million rows need no memory; a chosen tenant or a token needs headers, which only a script can send.
 * @param path below the admin API, with its query: `/export/consents?from=2026-01-01`
 * @throws ApiError when the session has ended, or when a script fetched it and the service refused
 */
export async function download(path: string, fileName: string): Promise<void> {
  const url = `${config.adminBase}${path}`;
  const { 'X-Requested-With': _, ...needed } = apiHeaders();
  if (Object.keys(needed).length === 0) {
    // The browser would save nothing, and say so only in its list of downloads.
    await call('getCurrentUser');
    return save(url, fileName);
  }
  const response = await fetch(url, { headers: apiHeaders() });
  if (!response.ok)
    throw new ApiError(response.status, await response.json().catch(() => ({})), response.headers);
  const blob = URL.createObjectURL(await response.blob());
  save(blob, fileName);
  URL.revokeObjectURL(blob);
}

/** Returns a `save` that downloads, whether it is under way, and why it failed the last time. */
export function useDownload(path: string, fileName: string) {
  const { mutate, isPending, error } = useMutationOnce({
    mutationFn: () => download(path, fileName),
  });
  return { save: () => mutate(), isPending, error };
}

/** Saves text that the page itself made. */
export function saveText(text: string, fileName: string, type = 'text/plain'): void {
  const blob = URL.createObjectURL(new Blob([text], { type }));
  save(blob, fileName);
  URL.revokeObjectURL(blob);
}

function save(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
