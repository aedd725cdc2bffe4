import { knownPart } from '../../../kernel/known-part';
import { truncate } from '../../../kernel/truncate';
import { ProfileJson } from '../profile-schemas';

/**
 * Returns only the fields that the schema names, at every depth: visitors never receive a field that was not
 * checked.
 */
export function pickKnownFields(profileJson: ProfileJson): ProfileJson {
  return knownPart(ProfileJson, profileJson);
}

/** Returns the paths of unknown fields, such as `mainBanner.buttons[0].onclick`. */
export function listUnknownFields(profileJson: ProfileJson): string[] {
  return [...missingFrom(pickKnownFields(profileJson), profileJson, '')];
}

function* missingFrom(known: unknown, value: unknown, path: string): Generator<string> {
  if (!isStructure(known) || !isStructure(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const name = truncate(key, 100);
    const below = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, key)) yield* missingFrom(known[key], item, below);
    else yield below;
  }
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
