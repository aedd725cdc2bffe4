import { type Choice, decodeChoice } from './choice';

/**
 * Returns the newest choice that is valid at `now` (epoch milliseconds) in the cookies of that name, and the
 * cookie's value. A browser can hold two cookies: one for the host, one for its parent domain. A choice from
 * more than a day in the future is the last resort, or a cookie that a sister domain planted would prevail over
 * every later choice.
 * @param cookies as in `document.cookie` or the header `Cookie`
 *
 * @example
 * const [choice] = findChoice(req.headers.cookie ?? '', 'svc_choice', Date.now());
 */
export function findChoice(cookies: string, name: string, now: number): readonly [Choice | null, string] {
  let newest: Choice | null = null;
  let text = '';
  let newestAt = 0;
  for (const cookie of cookies.split(';')) {
    const pair = cookie.trim();
    const value = pair.slice(name.length + 1);
    const choice = pair.startsWith(`${name}=`) ? decodeChoice(value) : null;
    const at = choice && choice.decidedAt < now + 86_400_000 ? choice.decidedAt : 0;
    if (choice && choice.expiresAt > now && at >= newestAt) {
      newest = choice;
      newestAt = at;
      text = value;
    }
  }
  return [newest, text];
}
