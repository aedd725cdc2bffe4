import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const redirectUri = 'https://consent.shop.example/svc/admin/v1/auth/oidc/callback';

type Claims = Readonly<Record<string, unknown>>;

interface SigningKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** The provider's faults from now on; `{}` is well-behaved. */
export interface Misbehaviour {
  /** Claims of ID tokens in place of the true ones; undefined takes one out. */
  readonly claims?: Claims;
  /** Makes the ID token in its own way. */
  readonly idToken?: (claims: Claims, key: SigningKey) => Promise<string> | string;
  /** Answers every request so, or those to one path. */
  readonly answer?: (path: string, res: ServerResponse) => boolean;
  /** Sends the browser back with these in place of what it should. */
  readonly callback?: Readonly<Record<string, string>>;
  /** Forgets to check that a code is new and its verifier right. */
  readonly careless?: boolean;
  /** False values in the discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export async function newSigningKey(alg: SigningKey['alg'] = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export function sign(
  claims: Claims,
  { alg, kid, privateKey }: SigningKey,
  header: object = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, ...header })
    .sign(privateKey, { crit: { 'urn:x': true } });
}

interface IssuedCode {
  readonly nonce: string | null;
  readonly challenge: string | null;
  used: boolean;
}

/**
 * An OpenID provider over real HTTP that can be told to misbehave. Its user consents to everything at once.
 */
export async function startFakeOidcProvider({ now = Date.now }: { now?: () => number } = {}) {
  const clientId = 'consent service';
  const clientSecret = 'a client secret: with % and +';
  let keys = [await newSigningKey()];
  let misbehaviour: Misbehaviour = {};
  let user: Claims = { sub: 'user-1', email: 'ada@shop.example', email_verified: true, name: 'Ada Lovelace' };
  /** Claims that only the user-info endpoint tells. */
  let userInfo: Claims | null = null;
  const codes = new Map<string, IssuedCode>();
  const asked: {
    path: string;
    query: URLSearchParams;
    body: URLSearchParams;
    authorization: string | undefined;
  }[] = [];

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const json = (res: ServerResponse, status: number, body: unknown) => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(req.url ?? '/', issuer);
    const body = new URLSearchParams(await text(req));
    asked.push({ path, query, body, authorization: req.headers.authorization });
    if (misbehaviour.answer?.(path, res)) return;
    if (path.endsWith('/.well-known/openid-configuration'))
      return json(res, 200, { ...metadata(), ...misbehaviour.metadata });
    if (path === '/jwks') return json(res, 200, { keys: keys.map(({ publicJwk }) => publicJwk) });
    if (path === '/authorize') return authorize(query, res);
    if (path === '/token') return token(req, body, res);
    if (path === '/userinfo' && userInfo !== null) return json(res, 200, { sub: user.sub, ...userInfo });
    json(res, 404, {});
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    ...(userInfo === null ? {} : { userinfo_endpoint: `${issuer}/userinfo` }),
  });

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const challenge = query.get('code_challenge');
    const isGood =
      query.get('client_id') === clientId &&
      query.get('redirect_uri') === redirectUri &&
      query.get('response_type') === 'code' &&
      !!query.get('state');
    if (!isGood) return json(res, 400, { error: 'invalid_request' });
    if (challenge === null || query.get('code_challenge_method') !== 'S256')
      return json(res, 400, { error: 'invalid_request', error_description: 'PKCE' });
    const code = randomBytes(16).toString('base64url');
    codes.set(code, { nonce: query.get('nonce'), challenge, used: false });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      code,
      state: query.get('state') ?? '',
      ...misbehaviour.callback,
    }).toString();
    res.writeHead(302, { Location: back.href }).end();
  }

  async function token(req: IncomingMessage, body: URLSearchParams, res: ServerResponse): Promise<void> {
    const form = (value: string) => new URLSearchParams({ x: value }).toString().slice(2);
    const basic = `Basic ${Buffer.from(`${form(clientId)}:${form(clientSecret)}`).toString('base64')}`;
    const isClient =
      req.headers.authorization === basic ||
      (body.get('client_id') === clientId && body.get('client_secret') === clientSecret);
    if (!isClient) return json(res, 401, { error: 'invalid_client' });
    const code = codes.get(body.get('code') ?? '');
    const verified = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined || body.get('redirect_uri') !== redirectUri)
      return json(res, 400, { error: 'invalid_grant' });
    if (!misbehaviour.careless && (code.used || verified !== code.challenge))
      return json(res, 400, { error: 'invalid_grant' });
    code.used = true;
    const seconds = Math.floor(now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: code.nonce,
      ...user,
      ...misbehaviour.claims,
    };
    const [key] = keys;
    if (key === undefined) throw new Error('no key');
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    const idToken = await (misbehaviour.idToken ?? sign)(given, key);
    json(res, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      id_token: idToken,
    });
  }

  return {
    issuer,
    /** The configuration of the service. */
    config: { issuer, clientId, clientSecret, redirectUri },
    /** Every request that came, in order. */
    asked,
    count: (path: string) => asked.filter((request) => request.path === path).length,
    misbehave: (next: Misbehaviour) => {
      misbehaviour = next;
    },
    signInAs: (next: Claims) => {
      user = next;
    },
    tellUserInfo: (next: Claims | null) => {
      userInfo = next;
    },
    useKeys: (...next: SigningKey[]) => {
      keys = next;
    },
    currentKey: () => keys[0] as SigningKey,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type FakeOidcProvider = Awaited<ReturnType<typeof startFakeOidcProvider>>;
