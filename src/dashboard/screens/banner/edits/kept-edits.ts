import type { Edit } from './edits';

/** Unsaved edits in the browser's storage: they survive a reload, a crash and the end of a session. */

export interface KeptEdits {
  readonly edits: readonly Edit[];
  /** Time of the last change (ms). */
  readonly at: number;
  /** Version that the edits started from. */
  readonly version: number;
}

const prefix = 'express-consent:edits:';
/** A banner in thirty languages has about this many characters. */
const mostCharacters = 1_000_000;
/** Number of banners, looks and cookie lists with edits. */
const mostKept = 20;
const longestMs = 30 * 86_400_000;

/** @param subject what is edited: the id of a banner; of anything else with its kind before it, such as `look:` */
export const editsKey = (tenantId: string | null, userId: string, subject: string) =>
  `${prefix}${tenantId ?? ''}:${userId}:${subject}`;

export function readEdits(key: string): KeptEdits | null {
  const kept = parse(localStorage.getItem(key));
  return kept !== null && kept.edits.length > 0 ? kept : null;
}

/**
 * Keeps the edits of this tab, in addition to those of other tabs with the same banner. Returns whether they are kept:
 * storage can be full or blocked.
 * @param before what this tab kept the last time
 */
export function keepEdits(
  key: string,
  own: readonly Edit[],
  before: readonly Edit[],
  version: number,
): boolean {
  try {
    const ownPaths = new Set([...own, ...before].map(({ path }) => JSON.stringify(path)));
    const stored = parse(localStorage.getItem(key))?.edits ?? [];
    const edits = [...stored.filter(({ path }) => !ownPaths.has(JSON.stringify(path))), ...own];
    if (edits.length === 0) {
      localStorage.removeItem(key);
      return true;
    }
    const text = JSON.stringify({ edits, at: Date.now(), version } satisfies KeptEdits);
    if (text.length > mostCharacters) return false;
    removeOld(key);
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes abandoned edits. */
function removeOld(current: string): void {
  const others = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && key !== current)
    .map((key) => ({ key, at: parse(localStorage.getItem(key))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const [index, { key, at }] of others.entries())
    if (index >= mostKept - 1 || at < Date.now() - longestMs) localStorage.removeItem(key);
}

function parse(text: string | null): KeptEdits | null {
  try {
    const { edits, at, version } = JSON.parse(text ?? '') as KeptEdits;
    return Array.isArray(edits) && typeof at === 'number'
      ? { edits: edits.filter(isEdit), at, version }
      : null;
  } catch {
    return null;
  }
}

/** Without this, an edit that another version wrote would stop the editor on every visit. */
const isEdit = (edit: Partial<Edit> | null): boolean =>
  Array.isArray(edit?.path) &&
  edit.path.length > 0 &&
  edit.path.every((part) => typeof part === 'string' || (Number.isInteger(part) && part >= 0 && part < 1000));
