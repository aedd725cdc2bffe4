import { readFile } from 'node:fs/promises';
import { writeFileAside } from '../output';
import { UsageError } from '../usage-error';
import type { Session } from './observation';
import type { ScanPlace } from './places';
import type { PublishedProfile } from './published-profile';
import type { ServiceAddress } from './service-client';

/** The state after each visitor, so that an interrupted scan continues. */
export interface ScanState {
  service: ServiceAddress | null;
  pages: string[];
  places: { place: ScanPlace; profile: PublishedProfile; sessions: Session[] }[];
}

export interface StateFile {
  readonly state: ScanState;
  save(): Promise<void>;
}

const format = 2;

/**
 * Reads the state of an earlier run with the same options.
 * @param file undefined: the state is kept in memory only
 * @throws UsageError for a file of other options, or another file
 */
export async function openState(file: string | undefined, options: unknown): Promise<StateFile> {
  const empty: ScanState = { service: null, pages: [], places: [] };
  if (file === undefined) return { state: empty, save: async () => {} };
  const key = JSON.stringify(options);
  const state = (await readState(file, key)) ?? empty;
  return {
    state,
    save: () => writeFileAside(file, toPieces(JSON.stringify({ format, options: key, state }))),
  };
}

async function* toPieces(text: string) {
  yield text;
}

async function readState(file: string, key: string): Promise<ScanState | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UsageError(`${file} cannot be read: ${code}`);
  }
  const saved = parse(text);
  if (saved?.format !== format || saved.state === undefined)
    throw new UsageError(`${file} is not the state of a scan; name another file with --state`);
  if (saved.options !== key)
    throw new UsageError(`${file} is the state of a scan with other options; remove it or name another file`);
  return saved.state;
}

function parse(text: string): { format?: number; options?: string; state?: ScanState } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
