import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The fault of a request. */
export type S3Fault =
  /** An error reply. */
  | { readonly status: number; readonly code: string; readonly message?: string }
  /** No reply at all, or one that ends in the middle of its body or stops there. */
  | 'no reply'
  | 'half a body'
  | 'stalled body';

export interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
}

interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly modifiedAt: number;
}

/**
 * A server that speaks the part of the S3 protocol that the storage uses, as AWS documents it: buckets in the
 * path, checked signatures (version 4) and checksums, error documents, lists in pages.
 */
export interface S3Server {
  readonly port: number;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Objects by bucket and key; a bucket that is not in here does not exist. */
  readonly buckets: Map<string, Map<string, StoredObject>>;
  /** Every request that arrived, in order. */
  readonly requests: S3Request[];
  /** Returns what goes wrong with a request; null: nothing. A promise holds the request until then. */
  fault: (request: S3Request) => S3Fault | null | Promise<null>;
  /** Entries of a page of a list: 1000, as S3 has, unless a test wants several pages of a few objects. */
  pageSize: number;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const region = 'eu-central-1';
  const credentials = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'test/secret+of/the/test+server' };
  const buckets: S3Server['buckets'] = new Map();
  const requests: S3Request[] = [];

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    const url = new URL(req.url ?? '/', 'http://host');
    const [bucketName = '', ...segments] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const request = { method: req.method ?? '', key: segments.join('/'), query: url.searchParams };
    requests.push(request);
    const fault = await state.fault(request);
    if (fault === 'no reply') return;
    if (fault !== null && typeof fault === 'object')
      return sendError(res, fault.status, fault.code, fault.message);
    const refusal = findFault(req, url, body);
    if (refusal !== null) return sendError(res, 403, refusal);
    const bucket = buckets.get(bucketName);
    if (bucket === undefined) return sendError(res, 404, 'NoSuchBucket');
    if (request.key === '' && request.method === 'GET')
      return sendXml(res, 200, list(bucket, request.query, state.pageSize));
    if (request.method === 'PUT') {
      const contentType = req.headers['content-type'] ?? 'binary/octet-stream';
      bucket.set(request.key, { body, contentType, modifiedAt: Date.now() });
      return void res.end();
    }
    if (request.method === 'DELETE') {
      bucket.delete(request.key);
      return void res.writeHead(204).end();
    }
    const object = bucket.get(request.key);
    if (request.method !== 'GET') return sendError(res, 501, 'NotImplemented');
    if (object === undefined) return sendError(res, 404, 'NoSuchKey');
    res.writeHead(200, {
      'Content-Type': object.contentType,
      'Content-Length': object.body.length,
      'Last-Modified': new Date(object.modifiedAt).toUTCString(),
    });
    if (fault === null) return void res.end(object.body);
    res.write(object.body.subarray(0, object.body.length / 2), () => {
      if (fault === 'half a body') res.destroy();
    });
  }

  /** Returns the code of the error for a request that is not signed or whose body was changed; else null. */
  function findFault(req: IncomingMessage, url: URL, body: Buffer): string | null {
    const { authorization = '' } = req.headers;
    const [, key, date = '', scope, names = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
        authorization,
      ) ?? [];
    if (key === undefined) return 'AccessDenied';
    if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId';
    if (scope !== `${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
    const bodyHash = String(req.headers['x-amz-content-sha256']);
    if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const headers = names
      .split(';')
      .map((name) => `${name}:${String(req.headers[name]).trim().replace(/ +/g, ' ')}\n`);
    const query = [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
    const canonical = [req.method, url.pathname, query, headers.join(''), names, bodyHash].join('\n');
    const signed = ['AWS4-HMAC-SHA256', req.headers['x-amz-date'], `${date}/${scope}`, sha256(canonical)];
    const signingKey = [region, 's3', 'aws4_request'].reduce(
      hmac,
      hmac(Buffer.from(`AWS4${credentials.secretAccessKey}`), date),
    );
    const expected = hmac(signingKey, signed.join('\n'));
    return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
  }

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const state: S3Server = {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    region,
    credentials,
    buckets,
    requests,
    fault: () => null,
    pageSize: 1000,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** ListObjectsV2: keys in the order of their bytes, those with a delimiter after the prefix as directories. */
function list(bucket: Map<string, StoredObject>, query: URLSearchParams, pageSize: number): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const entries = new Map<string, string>();
  for (const key of [...bucket.keys()].sort()) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end === -1 ? key : key.slice(0, end + 1);
    if (name <= after || entries.has(name)) continue;
    const modified = new Date(bucket.get(key)?.modifiedAt ?? 0).toISOString();
    entries.set(
      name,
      end === -1
        ? `<Contents><Key>${name}</Key><LastModified>${modified}</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
    );
  }
  const page = [...entries].slice(0, pageSize);
  const isTruncated = page.length < entries.size;
  const next = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64');
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
    isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  }${page.map(([, xml]) => xml).join('')}</ListBucketResult>`;
}

function sendError(res: ServerResponse, status: number, code: string, message = `This is ${code}.`): void {
  // AWS repeats the access key and what was signed when a signature is wrong.
  const extra = status === 403 ? '<AWSAccessKeyId>AKIATESTTESTTEST</AWSAccessKeyId>' : '';
  sendXml(res, status, `<Error><Code>${code}</Code><Message>${message}</Message>${extra}</Error>`);
}

function sendXml(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'Content-Type': 'application/xml', 'x-amz-request-id': 'TESTREQUEST' });
  res.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer, data: string) => createHmac('sha256', key).update(data).digest();
/** RFC 3986: `encodeURIComponent` leaves five characters out. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
