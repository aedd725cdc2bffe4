import { knownPart } from '../../../kernel/known-part';
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
  const paths: string[] = [];
  knownPart(ProfileJson, profileJson, (path) => paths.push(path));
  return paths;
}
