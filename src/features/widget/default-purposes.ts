import { readChoiceStates, readGrantedPurposes, toUndecidedCategories } from '../../standards/choice';
import { purposes } from '../../standards/compliance';
import type { PublishedProfile } from '../profiles';

/** Purposes that are granted before a choice, as their first letters. */
export interface PurposeLetters {
  readonly always: string;
  /** In browsers that send Global Privacy Control. */
  readonly withGpc: string;
}

const kept = new WeakMap<Buffer, PurposeLetters>();

/**
 * Returns the purposes that a published profile grants before a choice: those that no category holds back. A file
 * that is damaged in storage grants none: it must not fail the host's page.
 */
export function readDefaultPurposes(file: Buffer): PurposeLetters {
  const known = kept.get(file);
  if (known !== undefined) return known;
  let letters: PurposeLetters = { always: 'n', withGpc: 'n' };
  try {
    letters = readLetters(JSON.parse(file.toString('utf8')));
  } catch {}
  kept.set(file, letters);
  return letters;
}

function readLetters(profile: PublishedProfile): PurposeLetters {
  const undecided = {
    gpcMode: profile.gpcMode,
    gpcDetected: false,
    gpcOverride: false,
    categories: toUndecidedCategories({
      cookies: profile.cookies,
      categories: profile.preferenceModal.categories,
    }).map((category) => ({ ...category, state: null })),
  };
  const select = (gpcSignal: boolean) => {
    const granted = readGrantedPurposes(undecided.categories, readChoiceStates(undecided, gpcSignal));
    return purposes
      .map((purpose) => purpose.charAt(0))
      .filter((letter) => letter === 'n' || granted.includes(letter))
      .join('');
  };
  return { always: select(false), withGpc: select(true) };
}
