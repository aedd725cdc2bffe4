import { isBuiltInGroup } from './compliance-group-ids';

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Words that the service's paths use in the position of a group name. */
const reserved: ReadonlySet<string> = new Set(['auto', 'archived', 'default']);

/**
 * Returns why a custom compliance group cannot have this name, as a sentence part ("must ..."); null when it
 * can. UUIDs are refused, because published files of groups and of profile ids share a folder.
 */
export function customGroupNameFault(name: unknown): string | null {
  if (typeof name !== 'string') return 'must be a string';
  if (name.length > 64) return 'must have at most 64 characters';
  if (!kebabCase.test(name)) return 'must be lower-kebab-case';
  if (isBuiltInGroup(name)) return 'must not be a built-in group';
  if (reserved.has(name)) return 'must not be a reserved word';
  if (uuid.test(name)) return 'must not look like a profile id';
  return null;
}
