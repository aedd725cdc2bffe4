import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { ContentCoding } from '#banners/publishing/index';

/** A file of the dashboard, as `scripts/build-dashboard.mjs` has written it. */
export interface DashboardFile {
  readonly contentType: string;
  /** Returns the bytes from memory. Few browsers ask for gzip: it is made when the first one does. */
  readonly body: (coding: ContentCoding) => Promise<Buffer>;
}

/** An entry of a page: a script and the scripts that it imports at once. */
export interface DashboardEntry {
  readonly script: string;
  readonly imports: readonly string[];
}

export interface DashboardFiles {
  readonly main: DashboardEntry;
  readonly preview: DashboardEntry | null;
  readonly style: string;
  /** By name. The name holds the hash of the content. */
  readonly byName: ReadonlyMap<string, DashboardFile>;
  /** Hash over all names. */
  readonly hash: string;
}

interface Manifest extends Pick<DashboardFiles, 'main' | 'style'> {
  readonly preview?: DashboardEntry;
  /** Content types by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Returns the directory with the files: next to the bundle, or in `dist/` of a source checkout. */
export function findDashboardDirectory(): string {
  const bundled = join(__dirname, 'dashboard');
  return existsSync(join(bundled, 'manifest.json')) ? bundled : join(__dirname, '../../../../dist/dashboard');
}

/** Reads the files; null when they have not been built. */
export async function readDashboardFiles(directory: string): Promise<DashboardFiles | null> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { main, preview, style, files }: Manifest = JSON.parse(text);
  const entries = Object.entries(files).map(async ([name, contentType]) => {
    const file = join(directory, name);
    const [identity, br] = await Promise.all([readFile(file), readFile(`${file}.br`)]);
    let gzip: Promise<Buffer> | undefined;
    const body = async (coding: ContentCoding) => {
      if (coding !== 'gzip') return coding === 'br' ? br : identity;
      gzip ??= promisify(compress)(identity, { level: 9 });
      return gzip;
    };
    return [name, { contentType, body }] as const;
  });
  const hash = createHash('sha256').update(Object.keys(files).sort().join()).digest('hex');
  return { main, preview: preview ?? null, style, byName: new Map(await Promise.all(entries)), hash };
}
