import { widgetWordLocales } from '#content/widget-words/index';
import type { ErrorPage, FailedRequest } from '#platform/http/route';
import { parseUrl } from '#platform/kernel/parse-url';
import { findLocale, parseAcceptLanguage } from '#standards/locale/index';
import { pageHeaders, writeErrorPage } from './plain-page';
import { findSendingPage, readReturn, writeQuery } from './return-address';

// Why: docs/adr/0176-errors-that-people-see.md

/**
 * Creates the page of an error on a route that visitors open by a link or a form. It needs no database: the request itself
 * says the language and where it came from.
 * @param readStyle returns the style sheets of the page
 */
export function createErrorPage(readStyle: () => Promise<string>): ErrorPage {
  return async (failed) => {
    const { status, code, requestId, method, headers } = failed;
    const { named, page, preferences } = findOrigin(failed);
    const wanted = [named.locale ?? named.lang, headers['accept-language']].flatMap(parseAcceptLanguage);
    const written = writeErrorPage(
      {
        locale: findLocale(wanted, widgetWordLocales) ?? 'en',
        isChoice: method === 'POST',
        passes: status === 429 || status >= 500,
        reference: status >= 500 ? `${code} ${requestId}` : code,
        page,
        preferences,
      },
      await readStyle(),
    );
    return { headers: pageHeaders(written), body: Buffer.from(written.html) };
  };
}

/** Returns what the request says about itself: in its form, in the address of the page of preferences that sent it, or its own. */
function findOrigin({ headers, mountPath, mountUrl, query, sent }: FailedRequest) {
  const address = `${mountPath}/preferences`;
  const referer = parseUrl(headers.referer ?? '');
  const isOwnPage = referer?.pathname === address && referer.origin === parseUrl(mountUrl)?.origin;
  const named: Readonly<Record<string, string | undefined>> = {
    ...query,
    ...(isOwnPage && Object.fromEntries(referer.searchParams)),
    ...readTexts(sent),
  };
  const { tenantId, locale, return: returnTo } = named;
  const isForeign = headers['sec-fetch-site'] === 'cross-site';
  const page =
    isOwnPage || isForeign ? readReturn(returnTo) : findSendingPage({ headers, mountUrl }, returnTo);
  return {
    named,
    page,
    preferences: writeQuery(address, { tenantId, locale, return: page === null ? null : readReturn(page) }),
  };
}

/** Returns the texts of a form. A parser of the host can have read it in another way. */
function readTexts(sent: unknown): Readonly<Record<string, string>> {
  const entries = sent !== null && typeof sent === 'object' ? Object.entries(sent) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
