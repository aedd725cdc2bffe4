import type { Response } from 'supertest';
import { startFakeOidcProvider } from '../../support/fake-oidc-provider';
import { readAuthnRequest, startFakeSamlIdp } from '../../support/fake-saml-idp';
import { adminBase, inWorld, unique, type World } from './world';

const masterSecret = 'a master secret that is long enough';
export const password = 'a password that nobody guesses';

/** Calls the admin API with this token. */
export const as =
  (world: World, token: string): World['admin'] =>
  (method, path, body) =>
    world.call(method, `${adminBase}${path}`, body).set('Authorization', `Bearer ${token}`);

export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly call: World['admin'];
}

export async function roleNamed(world: World, name: string): Promise<string> {
  const { body } = await world.admin('get', '/roles').expect(200);
  return body.find((role: { name: string }) => role.name === name).id;
}

/** Makes a user and signs them in. */
export async function operator(world: World, role = 'viewer', more: object = {}): Promise<Operator> {
  const email = `${unique('operator')}@shop.example`;
  const { body } = await world
    .admin('post', '/users', {
      name: 'An operator',
      email,
      password,
      roleId: await roleNamed(world, role),
      ...more,
    })
    .expect(201);
  return { id: body.id, email, call: as(world, await world.signIn({ email, password })) };
}

const shared = new WeakMap<World, Promise<Operator>>();

/** The same signed-in viewer each time: hashing and checking a password takes long. */
export function sharedOperator(world: World): Promise<Operator> {
  const known = shared.get(world) ?? operator(world);
  shared.set(world, known);
  return known;
}

/** Runs `work` in mode `oidc` with a provider that signs everyone in. */
export async function withOidc(
  work: (world: World, provider: Awaited<ReturnType<typeof startFakeOidcProvider>>) => Promise<unknown>,
): Promise<void> {
  const provider = await startFakeOidcProvider();
  const oidc = { ...provider.config, claimsMapping: { email: 'mail', roles: 'groups' } };
  provider.signInAs({ sub: 'user-1', mail: 'ada@shop.example', email_verified: true, groups: ['editor'] });
  try {
    await inWorld({ auth: { mode: 'oidc', masterSecret, oidc } }, (world) => work(world, provider));
  } finally {
    await provider.close();
  }
}

/** Goes to the OpenID provider and back, as a browser does; returns the reply of the callback. */
export async function signInByOidc(world: World): Promise<Response> {
  const begun = await world.call('get', `${adminBase}/auth/oidc/authorize`).expect(302);
  const atProvider = await fetch(begun.headers.location ?? '', { redirect: 'manual' });
  const { search } = new URL(atProvider.headers.get('location') ?? '');
  const cookies = begun.headers['set-cookie'] as unknown as string[];
  return world
    .call('get', `${adminBase}/auth/oidc/callback${search}`)
    .set('Cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));
}

type SamlIdp = Awaited<ReturnType<typeof startFakeSamlIdp>>;

/** Runs `work` in mode `saml` with an identity provider. */
export async function withSaml(work: (world: World, idp: SamlIdp) => Promise<unknown>): Promise<void> {
  const idp = await startFakeSamlIdp();
  try {
    await inWorld({ auth: { mode: 'saml', masterSecret, saml: idp.config } }, (world) => work(world, idp));
  } finally {
    await idp.close();
  }
}

/** Posts the response of the identity provider to a request that the service began. */
export async function signInBySaml(world: World, idp: SamlIdp, options = {}): Promise<Response> {
  const begun = await world.call('get', `${adminBase}/auth/saml/login`).expect(302);
  const { id } = readAuthnRequest(begun.headers.location ?? '');
  return world
    .call('post', `${adminBase}/auth/saml/acs`)
    .type('form')
    .send({ SAMLResponse: idp.respond(id, options) });
}
