import { ApiError } from '#client/index';
import { config } from '../config';
import { apiHeaders, call } from './client';
import { useMutationOnce } from './use-mutation-once';

/**
 * Saves the answer of a path of the admin API. Where the cookie is enough, the browser itself writes it to disk, so
 * that a million rows need no memory; a chosen tenant or a token needs headers, which only a script can send.
 * @param path below the admin API, with its query: `/export/consents?from=2026-01-01`
 * @param fileName for an answer that does not name itself
 * @throws ApiError when the session has ended, or when a script fetched it and the service refused
 */
async function download(path: string, fileName = ''): Promise<void> {
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
  save(blob, nameIn(response.headers) ?? fileName);
  URL.revokeObjectURL(blob);
}

/** The service names its files; without a script the browser itself reads the name. */
const nameIn = (headers: Headers): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];

/**
 * Returns a function that downloads, whether a download is running, and the error of the last one.
 * @param fileName as for `download`
 */
export function useDownload(path: string, fileName?: string) {
  const { mutate, isPending, error } = useMutationOnce({
    mutationFn: (more: string) => download(path + more, fileName),
  });
  return {
    /** @param more added to the path, such as a format */
    save: (more = '') => mutate(more),
    isPending,
    error,
  };
}

/** Saves a text that the page itself has made. */
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
