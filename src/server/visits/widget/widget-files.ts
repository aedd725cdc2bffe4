import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ContentCoding } from '#banners/publishing/index';

/** A file of the widget in every coding, as `scripts/build-widget.mjs` has written it. */
export interface WidgetFile {
  readonly contentType: string;
  /** Hash of the bytes. */
  readonly hash: string;
  /** Value for the attribute `integrity`. */
  readonly integrity: string;
  readonly bodies: Readonly<Record<ContentCoding, Buffer>>;
}

/** A script that the service writes into pages, and serves to nobody. */
export interface PageScript {
  readonly integrity: string;
  readonly text: string;
}

export interface WidgetFiles {
  /** Part of the path of the parts: `/w/<hash>/<name>`. Begins with the two digits of their contract. */
  readonly hash: string;
  readonly byName: ReadonlyMap<string, WidgetFile>;
  readonly inPages: ReadonlyMap<string, PageScript>;
}

/** Message about files that are neither next to the code nor in a source checkout. */
export const filesMissing =
  'The files of the widget are missing: bundle your server with `--external:express-consent`, or run `npm run build` in a source checkout. See docs/guide/troubleshooting.md#files-missing';

interface Manifest {
  readonly hash: string;
  readonly files: Readonly<Record<string, Pick<WidgetFile, 'contentType' | 'hash' | 'integrity'>>>;
  readonly inPages: Readonly<Record<string, Pick<PageScript, 'integrity'>>>;
}

/** Returns the directory with the files: next to the bundle, or in `dist/` of a source checkout. */
function findWidgetDirectory(): string {
  const bundled = join(__dirname, 'widget');
  return existsSync(join(bundled, 'manifest.json')) ? bundled : join(__dirname, '../../../../dist/widget');
}

/** Returns a function that reads the files once; files that were missing are looked for again. */
export function createLoadWidgetFiles(directory: string): () => Promise<WidgetFiles | null> {
  let files: Promise<WidgetFiles | null> | null = null;
  return async () => {
    files ??= readWidgetFiles(directory);
    const found = await files.catch(() => null);
    if (found === null) files = null;
    return found;
  };
}

/** Loads the files of this installation, which all services of a process share. */
export const loadInstalledWidgetFiles = createLoadWidgetFiles(findWidgetDirectory());

/** Returns null when the files have not been built. */
async function readWidgetFiles(directory: string): Promise<WidgetFiles | null> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { hash, files, inPages }: Manifest = JSON.parse(text);
  const read = async (name: string): Promise<WidgetFile['bodies']> => ({
    identity: await readFile(join(directory, name)),
    gzip: await readFile(join(directory, `${name}.gz`)),
    br: await readFile(join(directory, `${name}.br`)),
  });
  const entries = Object.entries(files).map(
    async ([name, file]) => [name, { ...file, bodies: await read(name) }] as const,
  );
  const scripts = Object.entries(inPages).map(
    async ([name, { integrity }]) =>
      [name, { integrity, text: await readFile(join(directory, name), 'utf8') }] as const,
  );
  return { hash, byName: new Map(await Promise.all(entries)), inPages: new Map(await Promise.all(scripts)) };
}

/** Returns a small file that is made while the service runs. */
export function toWidgetFile(bytes: Buffer, contentType: string): WidgetFile {
  const hash = (algorithm: string) => createHash(algorithm).update(bytes);
  return {
    contentType,
    hash: hash('sha256').digest('hex').slice(0, 16),
    integrity: `sha384-${hash('sha384').digest('base64')}`,
    bodies: { identity: bytes, gzip: gzipSync(bytes), br: brotliCompressSync(bytes) },
  };
}
