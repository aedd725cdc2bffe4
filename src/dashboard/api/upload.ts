import { ApiError } from '#client/index';
import { config } from '../config';
import { apiHeaders } from './client';
import { withProof } from './proof';

interface UploadOptions {
  /** Called with the share that has been sent (0 to 1). */
  readonly onSent: (share: number) => void;
  /** Called with each line of the answer, as the service sends it. */
  readonly onLine: (line: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Posts a large body to a path of the admin API that answers in lines of JSON. `fetch` could not say how much has been
 * sent.
 * @throws ApiError when the service refused
 * @throws DOMException `AbortError` after `signal`
 * @throws TypeError when the connection was lost
 */
export const upload = (path: string, body: object, options: UploadOptions): Promise<void> =>
  withProof(() => send(path, JSON.stringify(body), options));

function send(path: string, body: string, { onSent, onLine, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    const readLines = () => {
      if (request.status !== 200) return;
      const end = request.responseText.lastIndexOf('\n') + 1;
      const lines = request.responseText.slice(read, end).split('\n').filter(Boolean);
      read = Math.max(read, end);
      for (const line of lines) onLine(JSON.parse(line));
    };
    request.open('POST', `${config.adminBase}${path}`);
    const headers = { ...apiHeaders(), 'Content-Type': 'application/json' };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
    request.onprogress = readLines;
    request.onload = () => {
      if (request.status !== 200) return reject(toError(request));
      readLines();
      resolve();
    };
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function toError(request: XMLHttpRequest): ApiError {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new ApiError(request.status, readError(request.responseText), headers);
}

function readError(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
