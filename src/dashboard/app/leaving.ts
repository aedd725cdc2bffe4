/** A step away from the screen. */
export interface Step {
  /** Path of the next screen; null: another tenant, or none after signing out. */
  readonly path: string | null;
  readonly go: () => void;
}

type Hold = (step: Step) => boolean;

const holds = new Set<Hold>();

/**
 * Lets a screen with unsaved edits ask before a script leads away from it.
 * @param hold returns true when it asks, and then takes the step itself
 * @returns a function that ends this
 */
export function holdLeaving(hold: Hold): () => void {
  holds.add(hold);
  return () => void holds.delete(hold);
}

/** Takes a step, unless a screen asks first. */
export function leave(step: Step): void {
  if (![...holds].some((hold) => hold(step))) step.go();
}
