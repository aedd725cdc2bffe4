import { useState } from 'react';
import { currentTenant } from '../../api/tenant';
import type { InputOf } from '../../api/use-resource';

type SeedRequest = InputOf<'seedProfiles'>['body'];

/** The operator's answers so far. */
export interface Answers {
  readonly controllerName: string;
  readonly privacyUrl: string;
  readonly locales: readonly string[];
  readonly groups: SeedRequest['groups'];
  /** Ids of the catalogue. */
  readonly catalogue: readonly string[];
  readonly position: NonNullable<SeedRequest['position']>;
  /** Colour of the buttons, as `#rrggbb`. */
  readonly colour: string;
}

const keyOf = () => `express-consent:setup:${currentTenant() ?? ''}`;

/** Keeps the answers in the tab, so that a reload loses nothing. Returns a function that forgets them. */
export function useAnswers(
  first: Answers,
): readonly [Answers, (changed: Partial<Answers>) => void, () => void] {
  const [answers, setAnswers] = useState(() => ({ ...first, ...readKept(first) }));
  const change = (changed: Partial<Answers>) => {
    const next = { ...answers, ...changed };
    sessionStorage.setItem(keyOf(), JSON.stringify(next));
    setAnswers(next);
  };
  return [answers, change, () => sessionStorage.removeItem(keyOf())];
}

/** Returns the kept answers that have the same types as the first ones: another version may have stored them. */
function readKept(first: Answers): Partial<Answers> {
  try {
    const kept: Record<string, unknown> = JSON.parse(sessionStorage.getItem(keyOf()) ?? '{}');
    return Object.fromEntries(
      Object.entries(first).flatMap(([name, value]) =>
        isLike(kept[name], value) ? [[name, kept[name]]] : [],
      ),
    );
  } catch {
    return {};
  }
}

const isLike = (kept: unknown, value: unknown): boolean =>
  Array.isArray(value)
    ? Array.isArray(kept) && kept.every((item) => typeof item === 'string')
    : typeof kept === typeof value;

/** Whether the operator has named the controller, without which there is no banner. */
export const isIdentified = ({ controllerName, privacyUrl, locales }: Answers): boolean =>
  controllerName.trim() !== '' && privacyUrl.trim() !== '' && locales.length > 0;
