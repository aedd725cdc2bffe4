import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { SetupError } from '../../kernel/errors';
import { storageKeyPattern } from '../storage-adapter';

/** The part of an `S3Client` of `@aws-sdk/client-s3` that the storage uses. */
export interface S3StorageClient {
  send(command: never, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface S3StorageOptions {
  /** Name of an existing bucket, or ARN of an access point. */
  readonly bucket: string;
  /** Folder of the bucket, of at most 200 characters. Default: the whole bucket. */
  readonly prefix?: string | undefined;
  /** Your own `S3Client`, instead of the options below. The storage never destroys it. */
  readonly client?: S3StorageClient | undefined;
  /**
   * Default: the region of the AWS environment (`AWS_REGION`, the shared configuration file), or `us-east-1`
   * with an `endpoint`.
   */
  readonly region?: string | undefined;
  /** URL of a service other than AWS that is compatible with S3. */
  readonly endpoint?: string | undefined;
  /** Default: those of the AWS environment, such as the role of the machine or container. */
  readonly credentials?: S3Credentials | undefined;
  /** Whether the bucket is part of the path instead of the host name. Default: true with an `endpoint`. */
  readonly forcePathStyle?: boolean | undefined;
  /** Time limit of a request with its retries (ms). Default: 4000. */
  readonly timeoutMs?: number | undefined;
}

/** Checked options with their defaults. */
export interface S3Place {
  readonly bucket: string;
  /** Start of every key in the bucket: empty, or a folder with a trailing slash. */
  readonly root: string;
  readonly timeoutMs: number;
  /** Location for operators: never contains credentials. */
  readonly location: string;
}

/** Bucket names of AWS, old and new, and ARNs of access points. */
const bucketPattern = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{1,254}|arn:[A-Za-z0-9:/._-]{1,500})$/;

const maxPrefixLength = 200;

/** Less than visitors wait for the database (ms): a publication holds a lock while it waits for the bucket. */
const defaultTimeoutMs = 4000;

/** Settings of a client, which exclude `client`. */
const clientSettings = ['region', 'endpoint', 'credentials', 'forcePathStyle'] as const;

/** @throws SetupError when an option is missing or wrong */
export function readS3Options(options: S3StorageOptions): S3Place {
  const { bucket, prefix = '', client, endpoint, timeoutMs = defaultTimeoutMs } = options ?? {};
  if (typeof bucket !== 'string' || !bucketPattern.test(bucket))
    throw new SetupError("s3Storage() needs the name of a bucket: s3Storage({ bucket: 'my-bucket' })");
  const folder = String(prefix).replace(/\/$/, '');
  if (folder !== '' && (folder.length > maxPrefixLength || !storageKeyPattern.test(folder)))
    throw new SetupError(
      `\`prefix\` of s3Storage() must be a folder of at most ${maxPrefixLength} characters, such as consent/live`,
    );
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 2 ** 31 - 1)
    throw new SetupError('`timeoutMs` of s3Storage() must be a positive whole number of milliseconds');
  if (client !== undefined) {
    if (typeof client?.send !== 'function')
      throw new SetupError('`client` of s3Storage() must be an S3Client of @aws-sdk/client-s3');
    const extra = clientSettings.find((name) => options[name] !== undefined);
    if (extra !== undefined) throw new SetupError(`s3Storage() accepts \`client\` or \`${extra}\`, not both`);
  }
  const base = endpoint === undefined ? 's3:/' : readEndpoint(endpoint);
  const path = folder === '' ? bucket : `${bucket}/${folder}`;
  return {
    bucket,
    root: folder === '' ? '' : `${folder}/`,
    timeoutMs,
    location: `${base}/${path}`,
  };
}

function readEndpoint(endpoint: unknown): string {
  const url = typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}` === '';
  if (!isPlain)
    throw new SetupError(
      '`endpoint` of s3Storage() must be an http or https URL without credentials; pass those as `credentials`',
    );
  return url.href.replace(/\/$/, '');
}

/**
 * Creates a client whose requests neither hang on a dead connection nor send checksums that services other
 * than AWS do not know.
 */
export function createS3Client(
  Client: typeof S3Client,
  { region, endpoint, credentials, forcePathStyle }: S3StorageOptions,
): S3Client {
  const elsewhere: S3ClientConfig = {
    endpoint: endpoint as string,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  return new Client({
    requestHandler: { connectionTimeout: 1000, socketTimeout: 2000 },
    ...(endpoint === undefined ? {} : elsewhere),
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined
      ? {}
      : { credentials: { ...credentials } as S3Credentials & { sessionToken: string } }),
    ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
  });
}
