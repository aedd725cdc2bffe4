// `node oidc-provider-child.mjs <client as JSON>`: runs the npm package oidc-provider, a certified OpenID
// provider, as a separate server. Sends its issuer over IPC. A person who logs in as `name` is name@shop.example.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const client = JSON.parse(process.argv[2] ?? '{}');

async function signingKey(alg) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: alg };
}

const server = createServer();
server.listen(0, '127.0.0.1', async () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ response_types: ['code'], grant_types: ['authorization_code'], ...client }],
    jwks: { keys: [await signingKey('RS256'), await signingKey('ES256')] },
    cookies: { keys: ['a key for cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: id,
        email: `${id}@shop.example`,
        email_verified: !id.startsWith('unverified'),
        groups: ['editor'],
      }),
    }),
    pkce: { required: () => true },
  });
  server.on('request', provider.callback());
  process.send(issuer);
});
process.on('disconnect', () => process.exit());
