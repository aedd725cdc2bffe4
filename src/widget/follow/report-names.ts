import { isOwnName, readCookieNames } from '../core/parameters';
import { fetchText, toUrl } from '../core/request';
import type { WidgetContext } from '../widget-types';

/** Most names of one report. */
const mostNames = 50;

/** Reports the names of the page's cookies, without their values: `POST /reports`. */
export async function reportNames({ bootstrap, options, readCookies }: WidgetContext): Promise<void> {
  const { profile } = await bootstrap();
  if (!profile) return;
  const names = readCookieNames(readCookies()).filter((name) => name && !isOwnName(name, options.cookie));
  if (!names[0]) return;
  const page = location.pathname.split('/', 2).join('/');
  const reports = names.slice(0, mostNames).map((cookie) => ({ page, cookie }));
  const url = toUrl(options, 'reports');
  await fetchText(url, { method: 'POST', body: JSON.stringify({ reports }) });
}
