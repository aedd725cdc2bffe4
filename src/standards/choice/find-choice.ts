import { type Choice, decodeChoice } from './choice';

/**
 * Returns the choice that counts at `now` (epoch milliseconds) among the cookies of that name, and the cookie's value.
 * A browser can hold several cookies: one for the host and one for its parent domain, or one for each of two paths. The
 * newest choice counts; of two from the same minute, the one that grants fewer categories, in whatever order the browser
 * sends them. A choice from more than a day in the future is the last resort, or a cookie that a sister domain planted
 * would prevail over every later choice. `src/widget/head.ts` and `gtm/template.tpl` follow the same rules.
 * @param cookies as in `document.cookie` or the header `Cookie`
 *
 * @example
 * const [choice] = findChoice(req.headers.cookie ?? '', 'svc_choice', Date.now());
 */
export function findChoice(cookies: string, name: string, now: number): readonly [Choice | null, string] {
  let found: readonly [Choice | null, string] = [null, ''];
  let highest = Number.NEGATIVE_INFINITY;
  for (const cookie of cookies.split(';')) {
    const pair = cookie.trim();
    const value = pair.slice(name.length + 1);
    const choice = pair.startsWith(`${name}=`) ? decodeChoice(value) : null;
    if (!choice || choice.expiresAt <= now) continue;
    const at = choice.decidedAt < now + 86_400_000 ? choice.decidedAt : 0;
    // Times are whole minutes, so the number of grants only decides between equal ones.
    const rank = at - value.split('~g').length;
    if (rank <= highest) continue;
    found = [choice, value];
    highest = rank;
  }
  return found;
}
