import { isUnchanged, notModified } from '#platform/http/conditional-reply';
import { defineRoute, type Route } from '#platform/http/route';
import { prefersOther } from '#platform/http/wanted-form';
import { ServiceError } from '#platform/kernel/errors';
import { parseAcceptLanguage } from '#standards/locale/index';
import type { createCachePolicy } from '../bootstrap/index';
import { Declaration, DeclarationParams, DeclarationQuery } from './declaration-schemas';
import type { DeclarationRequest, KeptDeclaration } from './kept-declaration';

export interface DeclarationRoutesOptions {
  readonly find: (request: DeclarationRequest) => Promise<KeptDeclaration | null>;
  readonly cacheHeaders: ReturnType<typeof createCachePolicy>;
}

/** The route of the cookie declaration. */
export function declarationRoutes({ find, cacheHeaders }: DeclarationRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'getDeclaration',
      method: 'GET',
      path: '/declaration/:locale',
      tag: 'Banner',
      summary: 'Get what the site stores, for its cookie policy: JSON, or HTML with `Accept: text/html`',
      description: 'Built from the published profile, so plugins do not change it.',
      access: { public: 'Cookie lists are what every visitor sees' },
      cors: 'any',
      bucket: 'hotServe',
      params: DeclarationParams,
      query: DeclarationQuery,
      replies: {
        200: { description: 'The declaration', schema: Declaration, alsoAs: ['text/html'] },
        304: notModified,
      },
      errors: ['profile_not_found'],
      async handle(request) {
        const { group, tz } = request.query;
        const named = parseAcceptLanguage(request.params.locale === 'auto' ? '' : request.params.locale);
        const usesLanguageHeader = named.length === 0;
        const found = await find({
          tenantId: request.tenantId,
          group,
          tz,
          languages: usesLanguageHeader ? parseAcceptLanguage(request.headers['accept-language']) : named,
          headers: request.headers,
          ip: request.ip,
        });
        if (found === null) throw new ServiceError('profile_not_found');
        const isHtml = prefersOther(request.headers.accept, 'text/html', 'application/json');
        const { payload, etag } = isHtml ? found.html : found.json;
        const shared = cacheHeaders(usesLanguageHeader);
        const headers = { ...shared, Vary: `Accept, ${shared.Vary}`, ETag: etag };
        if (isUnchanged(request.headers, { etag })) return { status: 304, headers };
        const type = isHtml ? 'text/html' : 'application/json';
        return { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` }, body: payload };
      },
    }),
  ];
}
