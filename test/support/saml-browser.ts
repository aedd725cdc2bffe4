import type { Response } from 'supertest';
import type { TestApp } from './create-test-app';
import { type AuthnRequest, type FakeSamlIdp, type ResponseOptions, readAuthnRequest } from './fake-saml-idp';

export interface BegunSignIn extends AuthnRequest {
  readonly location: string;
  /** As the browser would send it back. */
  readonly cookie: string;
  readonly setCookie: string | null;
}

export async function beginSaml(app: TestApp, query = ''): Promise<BegunSignIn> {
  const begun = await app.request.get(`${app.adminBase}/auth/saml/login${query}`).expect(302);
  const [setCookie = null] = (begun.headers['set-cookie'] ?? []) as unknown as string[];
  const location = begun.headers.location as string;
  return { ...readAuthnRequest(location), location, setCookie, cookie: setCookie?.split(';', 1)[0] ?? '' };
}

/** The form that the provider's page makes the browser send. */
export function postResponse(
  app: TestApp,
  SAMLResponse: string,
  cookie = '',
  more: Readonly<Record<string, string>> = {},
) {
  return app.request
    .post(`${app.adminBase}/auth/saml/acs`)
    .set('Cookie', cookie)
    .type('form')
    .send({ SAMLResponse, ...more });
}

/** A whole sign-in with a response made as told. */
export async function signInBySaml(
  app: TestApp,
  idp: FakeSamlIdp,
  options: ResponseOptions = {},
  query = '',
): Promise<Response> {
  const { id, cookie } = await beginSaml(app, query);
  return postResponse(app, idp.respond(id, options), cookie);
}
