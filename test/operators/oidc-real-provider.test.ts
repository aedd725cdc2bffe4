import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { redirectUri } from '../support/fake-oidc-provider';
import { logInAt } from '../support/person-at-provider';

/**
 * The same against a certified provider that nobody here wrote: the npm package oidc-provider, over HTTP in a
 * process of its own.
 */
describe.each(['RS256', 'ES256'])('oidc-provider with tokens signed %s', (id_token_signed_response_alg) => {
  let child: ChildProcess;
  let app: TestApp;

  beforeAll(async () => {
    const [clientId, clientSecret] = ['consent', 'a secret: with %, + and &'];
    const client = {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      id_token_signed_response_alg,
    };
    child = fork('test/support/oidc-provider-child.mjs', [JSON.stringify(client)], {
      silent: true,
      execArgv: [],
    });
    const [issuer] = (await once(child, 'message')) as [string];
    const oidc = { issuer, clientId, clientSecret, redirectUri, claimsMapping: { roles: 'groups' } };
    app = await createTestApp({ config: { rateLimit: false, auth: { mode: 'oidc', oidc } } });
  });
  afterAll(async () => {
    await app.close();
    child.disconnect();
    await once(child, 'exit');
  });

  async function comeBack(login: string) {
    const begun = await app.request.get(`${app.adminBase}/auth/oidc/authorize`).expect(302);
    const back = await logInAt(new URL(begun.headers.location as string), login, redirectUri);
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    return () => app.request.get(`${app.adminBase}/auth/oidc/callback${back.search}`).set('Cookie', cookie);
  }

  test('a person signs in, again, and cannot use an answer twice', async () => {
    const finish = await comeBack('grace');
    const { body } = await finish().expect(200);
    expect(body.user).toMatchObject({
      name: 'grace',
      email: 'grace@shop.example',
      provider: 'oidc',
      roles: [{ name: 'editor' }],
    });
    const me = await app.request
      .get(`${app.adminBase}/auth/me`)
      .set({ Authorization: `Bearer ${body.token}` })
      .expect(200);
    expect(me.body).toMatchObject(body.user);
    await finish().expect(401);
    const again = await (await comeBack('grace'))().expect(200);
    expect(again.body.user.id).toBe(body.user.id);
  });

  test('someone whose address is not verified is refused', async () => {
    const answer = await (await comeBack('unverified'))().expect(401);
    expect(answer.body.code).toBe('unauthenticated');
  });
});
