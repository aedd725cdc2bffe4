import { type Choice, encodeChoice } from '../../standards/choice';
import type { Bootstrap, WidgetContext } from '../widget-types';

/**
 * Writes the choice cookie at once, so that a choice holds offline; `null` ends it. Returns false when the browser
 * does not keep it.
 */
export function writeCookie({ dom }: WidgetContext, { cookies }: Bootstrap, choice: Choice | null): boolean {
  const { choice: name, domain, path, sameSite } = cookies;
  const secure = cookies.secure ?? location.protocol === 'https:';
  if (!name) return true;
  const value = choice && encodeChoice(choice);
  const seconds = choice && value ? Math.round((choice.expiresAt - Date.now()) / 1000) : 0;
  const place = `;path=${path};samesite=${sameSite}${secure ? ';secure' : ''}`;
  const text = `${name}=${value ?? ''};max-age=${seconds}${place}`;
  try {
    // The Cookie Store API is asynchronous: the choice must hold before the page can be left.
    // A cookie of this host alone would hide that of the domain.
    if (domain) dom.cookie = `${name}=;max-age=0${place}`;
    dom.cookie = domain ? `${text};domain=${domain}` : text;
    // A choice that is too long for a cookie is in the record.
    return !value || dom.cookie.includes(value);
  } catch {
    // A sandboxed frame: the choice holds for this page.
    return false;
  }
}
