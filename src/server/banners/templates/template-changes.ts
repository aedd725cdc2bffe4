import { sha256Hex } from '#platform/kernel/crypto';

/** A change of a template's content, kept for profiles that take the content over later. */
export interface TemplateChange {
  /** Who made it; null: the service itself. */
  readonly by: { readonly id: string; readonly email: string | null } | null;
  /** Whether an API key made it for that person. */
  readonly withKey: boolean;
  /** Hash of the content before; null: the template was new. */
  readonly replaced: string | null;
}

/** Latest changes that a template keeps. */
export const maxChanges = 50;

export const hashContent = (content: object): string => sha256Hex(JSON.stringify(content));

/** Returns the changes since a template last had some content; all that it keeps, if it is not known to have had it. */
export function changesSince(changes: readonly TemplateChange[], content: object | null): TemplateChange[] {
  const hash = content && hashContent(content);
  const first = changes.findLastIndex(({ replaced }) => replaced === hash);
  return changes.slice(Math.max(0, first));
}
