import type { ErrorAnswer, ErrorCode } from './api-types';

/** Part of an operation that takes neither parameters nor a body. */
export type NoInput = { readonly [key in never]: never };

/** Input and answer of one operation. */
export interface Operation {
  readonly input: object;
  readonly data: unknown;
  /** The service answers 304 when the caller names the current ETag in `If-None-Match`. */
  readonly notModified?: true;
}

export interface ClientOptions {
  /** Address of the API: `https://shop.example/svc/admin/v1`. */
  readonly url: string;
  /** Headers of every call, or a function that returns them, such as one that renews a token. */
  readonly headers?: HeaderMap | (() => HeaderMap | Promise<HeaderMap>);
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

type HeaderMap = Readonly<Record<string, string>> | Headers;

export interface CallOptions {
  /** The ETag of the record that is changed, quotes included: 412 when somebody changed it meanwhile. */
  readonly ifMatch?: string | undefined;
  readonly headers?: HeaderMap;
  readonly signal?: AbortSignal | undefined;
}

/** A successful answer, or that nothing has changed (304). */
export interface Answer<T> {
  /** Undefined without content, and in answers with status 304. */
  readonly data: T;
  readonly status: number;
  readonly etag: string | null;
  readonly headers: Headers;
}

/** The arguments of a call: the input can be left out when nothing in it is required. */
type Input<T extends object> = NoInput extends T ? [input?: T & CallOptions] : [input: T & CallOptions];

type Data<Of extends Operation> = Of extends { readonly notModified: true }
  ? Of['data'] | undefined
  : Of['data'];

/** Calls one operation by its name. */
export type Call<Operations> = <Name extends keyof Operations>(
  operation: Name,
  ...input: Operations[Name] extends Operation ? Input<Operations[Name]['input']> : never
) => Promise<Operations[Name] extends Operation ? Answer<Data<Operations[Name]>> : never>;

/** An answer with a status from 400 on, or one that is not of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | undefined;

  constructor(
    readonly status: number,
    /** The body of the answer; empty when something in between answered. */
    readonly body: Partial<ErrorAnswer>,
    readonly headers: Headers,
  ) {
    super(body.error ?? `The service answered ${status}.`);
    this.code = body.code;
  }

  /** Seconds after which the call can be repeated; null when the service did not say. */
  get retryAfter(): number | null {
    const seconds = Number(this.headers.get('Retry-After') ?? 'none');
    return Number.isFinite(seconds) ? seconds : null;
  }
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Status of the answer to `If-None-Match` while nothing has changed. */
const notModified = 304;

/**
 * Returns the function that calls the operations of one API by their names.
 * @param operations `GET /profiles/:id`; followed by the media types of files, where it answers with files: ` application/pdf`
 */
export function createClient<Operations>(
  operations: Readonly<Record<keyof Operations, string>>,
  { url, headers = {}, fetch: send = fetch }: ClientOptions,
): Call<Operations> {
  const base = url.replace(/\/+$/, '');

  async function call(operation: keyof Operations, input: AnyInput = {}): Promise<Answer<unknown>> {
    const [method = '', template = '', ...fileTypes] = operations[operation].split(' ');
    const { body, ifMatch, signal } = input;
    const response = await send(`${base}${toPath(template, input.params)}${toSearch(input.query)}`, {
      method,
      headers: mergeHeaders(
        { Accept: 'application/json' },
        typeof headers === 'function' ? await headers() : headers,
        body === undefined && method !== 'POST' ? {} : bodyHeaders(body),
        ifMatch === undefined ? {} : { 'If-Match': ifMatch },
        input.headers ?? {},
      ),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok && response.status !== notModified)
      throw new ApiError(response.status, await readError(response), response.headers);
    return {
      data: await readData(response, fileTypes),
      status: response.status,
      etag: response.headers.get('ETag'),
      headers: response.headers,
    };
  }
  return call as unknown as Call<Operations>;
}

/** Returns all headers; of those with one name, in whatever case, the last. */
function mergeHeaders(...sources: readonly HeaderMap[]): Headers {
  const merged = new Headers();
  for (const source of sources)
    new Headers(source).forEach((value, name) => {
      merged.set(name, value);
    });
  return merged;
}

/** Headers of a body. Without one, a browser would send a POST to another origin before it has asked whether it may. */
const bodyHeaders = (body: unknown) => ({
  'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
});

function toPath(template: string, params: AnyInput['params'] = {}): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // An empty one would call another route, as would dots.
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`The parameter ${name} is ${JSON.stringify(value)}, which no path can contain.`);
    return encodeURIComponent(value);
  });
}

function toSearch(query: AnyInput['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const mediaType = (response: Response) =>
  (response.headers.get('Content-Type') ?? '').replace(/\s*;.*/, '').toLowerCase();

const isJson = (response: Response) => /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(response));

/**
 * Returns the response itself for files, which the caller streams or saves; undefined for no content; else the JSON.
 * @throws ApiError for an answer that the operation does not have, such as the page of a proxy
 */
async function readData(response: Response, fileTypes: readonly string[]): Promise<unknown> {
  if (response.status === 204 || response.status === notModified) return undefined;
  if (fileTypes.includes(mediaType(response))) return response;
  if (isJson(response)) return response.json();
  const error = 'The answer is not one of this API. Check its address, and what is in between.';
  throw new ApiError(response.status, { error }, response.headers);
}

async function readError(response: Response): Promise<Partial<ErrorAnswer>> {
  const body: unknown = isJson(response) ? await response.json().catch(() => null) : null;
  return typeof body === 'object' && body !== null ? body : {};
}
