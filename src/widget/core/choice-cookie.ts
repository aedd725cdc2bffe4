import { type Choice, findChoice } from '#standards/choice/index';
import { dom } from './dom';

/** Name of the choice cookie unless the service is configured otherwise. */
const defaultCookieName = 'svc_choice';

/** Returns the page's cookies; empty in sandboxed frames, where reading them throws. */
export function readCookies(): string {
  try {
    return dom.cookie;
  } catch {
    return '';
  }
}

/** Returns the newest valid choice in the cookies of that name, and the cookie's value. */
export const readChoice = (name = defaultCookieName): readonly [Choice | null, string] =>
  findChoice(readCookies(), name, Date.now());
