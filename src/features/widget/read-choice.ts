import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '../../config/config-schema';
import { type Clock, toIso } from '../../kernel/clock';
import { findChoice, readChoiceStates } from '../../standards/choice';
import { hasGpcSignal } from '../../standards/gpc';

/** A visitor's choice as their browser keeps it. */
export interface VisitorChoice {
  /** Whether the visitor has made a choice that is still valid. */
  readonly decided: boolean;
  /** State of each category after Global Privacy Control; empty without a choice. */
  readonly states: Readonly<Record<string, 'granted' | 'denied' | 'objected'>>;
  readonly profileId: string | null;
  /** When the visitor must be asked again (ISO 8601). */
  readonly expiresAt: string | null;
  /** Whether this request carries the Global Privacy Control signal. */
  readonly gpc: boolean;
}

/** Reads the choice from a request, without the database. */
export type ReadChoice = (req: Pick<IncomingMessage, 'headers'>) => VisitorChoice;

/** Creates the function that reads the choice cookie. */
export function createReadChoice({ name }: ResolvedConfig['choiceCookie'], clock: Clock): ReadChoice {
  return ({ headers }) => {
    const gpc = hasGpcSignal(headers['sec-gpc']);
    const [choice] = findChoice(headers.cookie ?? '', name, clock.now());
    if (choice === null) return { decided: false, states: {}, profileId: null, expiresAt: null, gpc };
    return {
      decided: true,
      states: readChoiceStates(choice, gpc),
      profileId: choice.profileId,
      expiresAt: toIso(choice.expiresAt),
      gpc,
    };
  };
}
