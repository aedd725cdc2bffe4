import { Type } from '@sinclair/typebox';
import {
  defineRoute,
  type ErrorPage,
  type Route,
  type RouteRequest,
  tenantQuery,
} from '#platform/http/route';
import { pageHeaders, type WrittenPage } from './plain-page';
import { PreferencesForm, PreferencesQuery } from './preferences-schemas';

export interface PreferencesRoutesOptions {
  readonly show: (
    request: RouteRequest<unknown, PreferencesQuery>,
  ) => Promise<WrittenPage & { readonly isFound: boolean }>;
  readonly decide: (
    request: RouteRequest<unknown, { readonly tenantId?: string }, PreferencesForm>,
  ) => Promise<{ readonly location: string; readonly cookies: readonly string[] }>;
  readonly requireSameSite: (request: RouteRequest<unknown, unknown, unknown>) => void;
  readonly errorPage: ErrorPage;
}

const html = { contentType: 'text/html; charset=utf-8' } as const;

/** The page of preferences, and where its form and the banner's are sent. */
export function preferencesRoutes({
  show,
  decide,
  requireSameSite,
  errorPage,
}: PreferencesRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'showPreferences',
      method: 'GET',
      path: '/preferences',
      tag: 'Banner',
      summary: 'Show the visitor’s choices as a page of its own, which works without scripts',
      description:
        'For a “privacy settings” link, in mail and in apps. The visitor is the one of the cookie.',
      keyScope: 'consents:read',
      access: { public: 'The cookies say whose choices they are; the texts are what every visitor sees' },
      cors: 'navigation',
      bucket: 'publicReads',
      query: PreferencesQuery,
      replies: {
        200: { description: 'The page', ...html },
        404: { description: 'A page that says so: the visitor’s place has no active profile', ...html },
      },
      errors: [],
      errorPage,
      async handle(request) {
        const page = await show(request);
        return {
          status: page.isFound ? 200 : 404,
          headers: pageHeaders(page),
          body: Buffer.from(page.html),
        };
      },
    }),
    defineRoute({
      id: 'savePreferences',
      method: 'POST',
      path: '/preferences',
      tag: 'Banner',
      summary:
        'Record a decision that a form brings: the banner’s in a page, or that of the page of preferences',
      description:
        'Records what `POST /consent` records. Only forms of pages of the same site are accepted. A form that is sent twice within a minute is one decision. Browsers get errors as a page.',
      keyScope: 'consents:update',
      access: { public: 'Visitors submit their own consent; only pages of the same site can send it' },
      cors: 'navigation',
      bucket: 'consentWrites',
      query: Type.Object({ tenantId: tenantQuery }),
      body: PreferencesForm,
      bodyType: 'application/x-www-form-urlencoded',
      bodyBytes: 65_536,
      replies: {
        303: {
          description:
            'Back to the page with the form, or to the page of preferences; with the visitor cookies. Without them, to the page of preferences: it asks for the age, which the form lacks, and nothing was recorded',
        },
      },
      errors: ['visitor_cookie_required', 'origin_not_allowed'],
      errorPage,
      guard: requireSameSite,
      async handle(request) {
        const { location, cookies } = await decide(request as typeof request & { body: PreferencesForm });
        return { status: 303, headers: { Location: location, 'Set-Cookie': cookies } };
      },
    }),
  ];
}
