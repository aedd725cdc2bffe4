import type { Clock } from '#platform/kernel/clock';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import { type Choice, findChoice } from '#standards/choice/index';

/** Most choices that are kept, and characters of one: anybody can send others. */
const maxChoices = 5000;
const maxLength = 1000;

/**
 * Creates the function that finds the choice in a `Cookie` header. Decoding takes longer than everything else that the
 * guard does for a page, so the choices of the latest visitors are kept.
 * @param name of the choice cookie
 */
export function createChoiceMemory(name: string, clock: Clock): (cookies: string) => Choice | null {
  const choices = createGrowingCache<Choice>(maxChoices);
  const lead = `${name}=`;
  return (cookies) => {
    const start = cookies.indexOf(lead);
    if (start === -1) return null;
    const isPlain = start === 0 || cookies.startsWith('; ', start - 2);
    // Of several cookies the rules of `findChoice` choose one.
    if (!isPlain || cookies.includes(lead, start + 1)) return findChoice(cookies, name, clock.now())[0];
    const end = cookies.indexOf(';', start);
    const text = cookies.slice(start, end === -1 ? undefined : end);
    const known = choices.get(text);
    if (known !== undefined && known.expiresAt > clock.now()) return known;
    const [choice] = findChoice(text, name, clock.now());
    // The key must not keep the whole header, with the cookies of the visitor's session, in memory.
    if (choice !== null && text.length <= maxLength)
      choices.set(Buffer.from(text, 'latin1').toString('latin1'), choice);
    return choice;
  };
}
