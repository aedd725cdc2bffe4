import type { PublishedProfile } from '#banners/profiles/index';
import {
  readChoiceStates,
  readGrantedPurposes,
  toUndecidedChoice,
  withoutPreGrants,
} from '#standards/choice/index';
import { purposes } from '#standards/compliance/index';

/** Purposes that are granted before a choice, as their first letters. */
export interface PurposeLetters {
  readonly always: string;
  /** In browsers that send Global Privacy Control. */
  readonly withGpc: string;
}

/**
 * Returns the purposes that a published profile grants before a choice: those that no category holds back. With an age
 * gate only necessary ones, because only the browser knows who has passed it. A file that is damaged in storage grants
 * none: it must not fail the host's page.
 */
export function readDefaultPurposes(file: Buffer): PurposeLetters {
  try {
    return readLetters(JSON.parse(file.toString('utf8')));
  } catch {
    return { always: 'n', withGpc: 'n' };
  }
}

function readLetters(profile: PublishedProfile): PurposeLetters {
  const { complianceGroup, gpcMode, cookies, preferenceModal, ageGate } = profile;
  const undecided = toUndecidedChoice({
    complianceGroup,
    gpcMode,
    cookies,
    categories: preferenceModal.categories,
  });
  const categories = ageGate === undefined ? undecided.categories : withoutPreGrants(undecided.categories);
  const select = (gpcSignal: boolean) => {
    const granted = readGrantedPurposes(
      categories,
      readChoiceStates({ ...undecided, categories }, gpcSignal),
    );
    return purposes
      .map((purpose) => purpose.charAt(0))
      .filter((letter) => letter === 'n' || granted.includes(letter))
      .join('');
  };
  return { always: select(false), withGpc: select(true) };
}
