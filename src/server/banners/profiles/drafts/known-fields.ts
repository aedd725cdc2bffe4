import { countValues } from '#platform/kernel/json';
import { knownPart } from '#platform/kernel/known-part';
import { ProfileJson } from '../profile-schemas';

/**
 * Returns only the fields that the schema names, at every depth: visitors never receive a field that was not
 * checked.
 */
export function pickKnownFields(profileJson: ProfileJson): ProfileJson {
  return knownPart(ProfileJson, profileJson);
}

/** Maximum number of values in the unknown fields of a profile, which are stored with every version. */
export const maxUnknownValues = 10_000;

/**
 * Returns the paths of unknown fields, such as `mainBanner.buttons[0].onclick`; null when they contain too many
 * values.
 */
export function listUnknownFields(profileJson: ProfileJson): string[] | null {
  const paths: string[] = [];
  let left = maxUnknownValues;
  knownPart(ProfileJson, profileJson, (path, value) => {
    if (left < 0) return;
    left -= countValues(value, left + 1);
    if (left >= 0) paths.push(path);
  });
  return left < 0 ? null : paths;
}
