import { useState } from 'react';
import type { Profile } from '../edits/content';

/** A running review of a version. */
export interface Reviewed {
  /** The profile with the version that the review began with, in its state of now. */
  readonly reviewed: Profile;
  /** Number of the version that somebody has saved since; null: none. */
  readonly newer: number | null;
  /** Continues with the newer version, as soon as it is read. */
  readonly reviewAgain: () => void;
}

/** Keeps the version that a person reviews from changing into another one under their eyes. */
export function useReviewed(profile: Profile): Reviewed {
  const [opened, setOpened] = useState(profile);
  const [isOver, setOver] = useState(false);
  const isSame = profile.version === opened.version;
  if (isOver && !isSame) {
    setOpened(profile);
    setOver(false);
  }
  return {
    reviewed: isSame ? profile : opened,
    newer: isSame ? null : profile.version,
    reviewAgain: () => setOver(true),
  };
}
