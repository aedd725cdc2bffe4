import { type Choice, encodeChoice } from '#standards/choice/index';
import { listCookiePlaces } from '../core/cookie-places';
import type { Bootstrap, WidgetContext } from '../widget-types';

/**
 * Writes the choice cookie at once, so that a choice holds offline; `null` ends it. Returns false when the browser
 * does not keep it.
 */
export function writeCookie(
  { dom, options }: WidgetContext,
  { cookies }: Bootstrap,
  choice: Choice | null,
): boolean {
  const { domain, path, sameSite } = cookies;
  // Where the record alone keeps choices, one from before ends.
  const name = cookies.choice ?? options.cookie ?? 'svc_choice';
  const secure = cookies.secure ?? location.protocol === 'https:';
  const value = cookies.choice && choice && encodeChoice(choice);
  const seconds = choice && value ? Math.round((choice.expiresAt - Date.now()) / 1000) : 0;
  const attributes = `;samesite=${sameSite}${secure ? ';secure' : ''}`;
  const place = `;path=${path}${domain ? `;domain=${domain}` : ''}`;
  const text = `${name}=${value ?? ''};max-age=${seconds}${attributes}${place}`;
  try {
    // The Cookie Store API is asynchronous: the choice must hold before the page can be left.
    dom.cookie = text;
    // A cookie in another place, left over or planted, would remain next to this one, so all of them end first.
    if (dom.cookie.split(`${name}=`).length > (value ? 2 : 1)) {
      for (const other of listCookiePlaces()) dom.cookie = `${name}=;max-age=0${attributes}${other}`;
      dom.cookie = text;
    }
    // A choice that is too long for a cookie is in the record.
    return !value || dom.cookie.includes(value);
  } catch {
    // A sandboxed frame: the choice holds for this page.
    return false;
  }
}
