import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { createTestApp } from '../support/create-test-app';
import { callbackUrl, entityId } from '../support/fake-saml-idp';
import { beginSaml, postResponse } from '../support/saml-browser';
import { newSigningKey } from '../support/self-signed-certificate';

/** An identity provider that is not ours: it has no types. */
const samlp: {
  auth(options: object): RequestHandler;
  metadata(options: object): RequestHandler;
} = require('samlp');

const user = {
  id: '4711',
  displayName: 'Ada Lovelace',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@shop.example' }],
};

test.each([
  ['assertions', { signAssertion: true, signResponse: false }],
  ['assertions and responses', { signAssertion: true, signResponse: true }],
])('somebody signs in through the package samlp, which signs %s', async (_what, signing) => {
  const key = newSigningKey();
  const getPostURL = (
    _audience: string,
    _request: unknown,
    _req: unknown,
    done: (error: null, url: string) => void,
  ) => done(null, callbackUrl);
  const options = {
    issuer: 'urn:shop:idp',
    destination: callbackUrl,
    recipient: callbackUrl,
    cert: key.certificate,
    key: key.privateKey,
    getPostURL,
    getUserFromRequest: () => user,
    ...signing,
  };
  const idp = express().get('/sso', samlp.auth(options)).listen(0, '127.0.0.1');
  await once(idp, 'listening');
  const entryPoint = `http://127.0.0.1:${(idp.address() as AddressInfo).port}/sso`;
  const saml = {
    issuer: entityId,
    entryPoint,
    cert: key.certificate,
    callbackUrl,
    idpIssuer: 'urn:shop:idp',
  };
  const app = await createTestApp({ config: { auth: { mode: 'saml', saml } } });
  try {
    const { location, id } = await beginSaml(app);
    const page = await (await fetch(location)).text();
    const [, response = ''] = /name="SAMLResponse"\s+value="([^"]+)"/.exec(page) ?? [];
    expect(Buffer.from(response, 'base64').toString()).toContain(`InResponseTo="${id}"`);
    const answer = await postResponse(app, response);
    expect(app.logger.lines.filter((line) => line.includes('refused'))).toEqual([]);
    expect([answer.status, answer.body.user?.email, answer.body.user?.name]).toEqual([
      200,
      'ada@shop.example',
      'Ada Lovelace',
    ]);
    expect((await postResponse(app, response)).status).toBe(401);
  } finally {
    await app.close();
    idp.close();
  }
});
