import { knownPart } from '../../../kernel/known-part';
import { truncate } from '../../../kernel/truncate';
import { ProfileJson } from '../profile-schemas';

/** Nothing but what the schema names: visitors get no field that was not judged, wherever it stands. */
export function knownFieldsOf(profileJson: ProfileJson): ProfileJson {
  return knownPart(ProfileJson, profileJson);
}

/** Where the unknown fields are, such as `mainBanner.buttons[0].onclick`. */
export function unknownFieldsOf(profileJson: ProfileJson): string[] {
  return [...missingFrom(knownFieldsOf(profileJson), profileJson, '')];
}

function* missingFrom(known: unknown, given: unknown, path: string): Generator<string> {
  if (!isStructure(known) || !isStructure(given)) return;
  for (const [key, value] of Object.entries(given)) {
    const name = truncate(key, 100);
    const below = Array.isArray(given) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(known, key)) yield* missingFrom(known[key], value, below);
    else yield below;
  }
}

function isStructure(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}
