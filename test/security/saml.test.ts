import { createTestApp, type TestApp } from '../support/create-test-app';
import {
  assertionXml,
  callbackUrl,
  type FakeSamlIdp,
  idpIssuer,
  type ResponseOptions,
  responseXml,
  signElement,
  startFakeSamlIdp,
} from '../support/fake-saml-idp';
import { beginSaml, postResponse, signInBySaml } from '../support/saml-browser';
import { newSigningKey } from '../support/self-signed-certificate';

/** Everything here was signed by the provider for somebody; nothing of it may let anyone in as the admin. */
const victim = 'admin@shop.example';

let idp: FakeSamlIdp;
let app: TestApp;
beforeAll(async () => {
  idp = await startFakeSamlIdp();
  app = await createTestApp({
    config: { rateLimit: false, auth: { mode: 'saml', saml: { ...idp.config, idpIssuer } } },
  });
});
afterEach(() => app.knex('svc_login_attempts').delete());
afterAll(async () => {
  await app.close();
  await idp.close();
});

const base64 = (xml: string) => Buffer.from(xml).toString('base64');

/**
 * Holds that a response lets nobody in, says so in the one way, and is told to the audit log for what it is.
 */
async function refused(response: string, reason: string): Promise<void> {
  const sessions = await app.knex('svc_sessions').select('id');
  const users = await app.knex('svc_users').select('id');
  const { status, body } = await postResponse(app, response);
  // Only a provider with the right key learns that the issuer is wrong: its operator has to change something.
  const error =
    reason === 'wrong_issuer'
      ? 'The identity provider names another issuer than the configured one. The log of the service has both.'
      : 'The sign-in was refused.';
  expect([status, body]).toEqual([401, { error, code: 'unauthenticated' }]);
  const { changes } = await app
    .knex('svc_audit')
    .where({ action: 'auth:loginFailed' })
    .orderBy('sequence', 'desc')
    .first('changes');
  expect(JSON.parse(changes)).toEqual({ email: null, reason });
  expect([await app.knex('svc_sessions').select('id'), await app.knex('svc_users').select('id')]).toEqual([
    sessions,
    users,
  ]);
}

const refuses = async (options: ResponseOptions, reason: string) =>
  refused(idp.respond((await beginSaml(app)).id, options), reason);

test('what the tests below change is all that is wrong: without it the sign-in succeeds', async () => {
  expect((await signInBySaml(app, idp)).status).toBe(200);
  expect((await signInBySaml(app, idp, { sign: 'both' })).status).toBe(200);
});

describe('a response that is not for us, not for now, or not by our provider', () => {
  const elsewhere = 'https://other.example/acs';
  test.each<[string, ResponseOptions, string]>([
    ['is for another audience', { audience: 'https://other.example' }, 'wrong_audience'],
    [
      'is for an audience that begins like us',
      { audience: 'https://consent.shop.example/saml/' },
      'wrong_audience',
    ],
    ['names no audience', { audience: null }, 'wrong_audience'],
    ['goes to another address', { destination: elsewhere }, 'wrong_destination'],
    ['goes to nowhere', { destination: '' }, 'wrong_destination'],
    ['is signed and does not say where it goes', { destination: null, sign: 'both' }, 'wrong_destination'],
    ['is for another recipient', { recipient: elsewhere }, 'wrong_recipient'],
    ['names no recipient', { recipient: null }, 'wrong_recipient'],
    ['is by another provider with the same key', { issuer: 'https://other.example' }, 'wrong_issuer'],
    ['names no issuer', { issuer: null }, 'invalid_assertion'],
    ['is signed with another key', { key: newSigningKey() }, 'invalid_signature'],
    ['has expired', { notOnOrAfter: -90 }, 'response_expired'],
    ['may no longer be brought', { confirmedUntil: -90 }, 'response_expired'],
    ['never expires', { confirmedUntil: null }, 'invalid_assertion'],
    ['belongs to a session that has ended', { sessionUntil: -90 }, 'response_expired'],
    ['is not valid yet', { notBefore: 90 }, 'response_not_yet_valid'],
    ['answers nothing', { inResponseTo: null }, 'unsolicited_response'],
    ['answers nothing, in its signed part', { confirms: null }, 'unsolicited_response'],
    ['answers a request that nobody made', { inResponseTo: `_${'0'.repeat(40)}` }, 'unknown_request'],
    ['answers something that is not our request', { inResponseTo: "' or 1=1 --" }, 'unknown_request'],
    ['is not a bearer’s', { method: 'holder-of-key' }, 'invalid_assertion'],
    ['says that nobody signed in', { authenticated: false }, 'invalid_assertion'],
    ['is of another version', { version: '1.1' }, 'invalid_assertion'],
    ['reports a failure, and asserts all the same', { status: 'Responder' }, 'provider_refused'],
  ])('%s', (_what, options, reason) => refuses(options, reason));

  test('reports a failure', async () => {
    const { id } = await beginSaml(app);
    await refused(base64(responseXml(id, { status: 'AuthnFailed' }, '')), 'provider_refused');
  });

  test('is for a request that another response is for: signed parts of two sign-ins do not mix', async () => {
    const [mine, theirs] = [await beginSaml(app), await beginSaml(app)];
    await refused(idp.respond(mine.id, { confirms: theirs.id }), 'unknown_request');
  });

  test('was used already, at once or later', async () => {
    const { id } = await beginSaml(app);
    const response = idp.respond(id);
    expect((await postResponse(app, response)).status).toBe(200);
    await refused(response, 'unknown_request');
    await refused(idp.respond(id), 'unknown_request');
  });

  test('leaves the request as it was: the true one still signs in', async () => {
    const { id } = await beginSaml(app);
    await refused(idp.respond(id, { audience: 'https://other.example' }), 'wrong_audience');
    expect((await postResponse(app, idp.respond(id))).status).toBe(200);
  });
});

describe('a signature', () => {
  const cut = (xml: string) => xml.replace(/<ds:Signature [\s\S]*?<\/ds:Signature>/, '');
  test.each<[string, ResponseOptions, string]>([
    ['is missing', { sign: 'none' }, 'unsigned_assertion'],
    ['was cut out', { tamper: cut }, 'unsigned_assertion'],
    ['covers the response alone', { sign: 'response' }, 'invalid_signature'],
    [
      'is followed by a changed name',
      { tamper: (xml) => xml.replace('ada@shop.example', victim) },
      'invalid_signature',
    ],
    [
      'is followed by a changed time',
      { tamper: (xml) => xml.replace(/NotOnOrAfter="20/g, 'NotOnOrAfter="30') },
      'invalid_signature',
    ],
    [
      'has a changed value',
      { tamper: (xml) => xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA') },
      'invalid_signature',
    ],
    [
      'has no value',
      { tamper: (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>') },
      'invalid_signature',
    ],
    [
      'of the response does not hold, beside a true one of the assertion',
      { sign: 'both', tamper: (xml) => xml.replace('Success', 'Success" x="') },
      'invalid_signature',
    ],
    [
      'of the response was moved into an extension',
      { sign: 'both', tamper: moveOuterSignature },
      'invalid_signature',
    ],
    ['is made with SHA-1', { signatureAlgorithm: 'rsa-sha1' }, 'weak_algorithm'],
    ['is over a digest by SHA-1', { digestAlgorithm: 'sha1' }, 'weak_algorithm'],
    [
      'is by the certificate itself, taken for a shared secret',
      { signatureAlgorithm: 'hmac-sha1', key: secretFromCertificate() },
      'weak_algorithm',
    ],
    [
      'names no algorithm',
      { tamper: (xml) => xml.replace(/(<ds:SignatureMethod) [^>]*?\/>/, '$1/>') },
      'weak_algorithm',
    ],
    [
      'names the algorithm none',
      { tamper: (xml) => xml.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, '$1none') },
      'weak_algorithm',
    ],
    ['brings the key that it was made with', { key: newSigningKey() }, 'invalid_signature'],
    ['refers to nothing', { tamper: (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""') }, 'invalid_signature'],
    [
      'refers to everything',
      { tamper: (xml) => xml.replace(/URI="#[^"]*"/, 'URI="#\'or\'1"') },
      'invalid_assertion',
    ],
    [
      'cuts out what it likes',
      {
        tamper: (xml) =>
          xml.replace(
            /<ds:Transform [^>]*xml-exc-c14n#"\/>/,
            '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
          ),
      },
      'invalid_signature',
    ],
  ])('%s', (_what, options, reason) => refuses(options, reason));
});

/** Takes the response's own signature from where one is looked for. */
function moveOuterSignature(xml: string): string {
  const [signature = ''] = /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml) ?? [];
  return xml
    .replace(signature, '')
    .replace('<samlp:Status>', `<samlp:Extensions>${signature}</samlp:Extensions><samlp:Status>`);
}

function secretFromCertificate() {
  const { certificate } = newSigningKey();
  return { certificate, privateKey: certificate };
}

/**
 * XML signature wrapping, XSW 1 to 8, after Somorovsky and others, "On Breaking SAML: Be Whoever You Want to
 * Be" (2012): what is signed stays somewhere in the document, and what is read is a forged copy.
 */
describe('signature wrapping', () => {
  const signatureIn = (xml: string) => /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
  const withoutSignature = (xml: string) => xml.replace(signatureIn(xml), '');
  const inside = (element: string, content: string) => element.replace(/(<\/[^<]*>)$/, `${content}$1`);

  const intoSubject = (assertion: string, content: string) =>
    assertion.replace(/<\w+:Subject>/, (tag) => content + tag);

  interface Material {
    readonly id: string;
    /** The true response and assertion, signed. */
    readonly response: string;
    readonly assertion: string;
    /** The victim's assertion, by nobody. */
    readonly forged: string;
    readonly wrap: (content: string) => string;
  }

  const wraps: Readonly<Record<string, (material: Material) => string>> = {
    'XSW 1: the signed response inside the signature of a forged one': ({ response, id, forged }) => {
      const signature = inside(signatureIn(response), withoutSignature(response));
      return responseXml(id, {}, forged).replace('<samlp:Status>', `${signature}<samlp:Status>`);
    },
    'XSW 2: the signed response beside its signature in a forged one': ({ response, id, forged }) =>
      responseXml(id, {}, forged).replace(
        '<samlp:Status>',
        `${withoutSignature(response)}${signatureIn(response)}<samlp:Status>`,
      ),
    'XSW 3: a forged assertion before the signed one': ({ wrap, forged, assertion }) =>
      wrap(forged + assertion),
    'XSW 4: the signed assertion inside a forged one': ({ wrap, forged, assertion }) =>
      wrap(inside(forged, assertion)),
    'XSW 5: a forged assertion with the signature, the signed one after it': ({ wrap, forged, assertion }) =>
      wrap(intoSubject(forged, signatureIn(assertion)) + withoutSignature(assertion)),
    'XSW 6: a forged assertion with the signature, the signed one in that': ({ wrap, forged, assertion }) =>
      wrap(intoSubject(forged, inside(signatureIn(assertion), withoutSignature(assertion)))),
    'XSW 7: a forged assertion in an extension': ({ wrap, forged, assertion }) =>
      wrap(`<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
    'XSW 8: a forged assertion with the signature, the signed one in an object of that': ({
      wrap,
      forged,
      assertion,
    }) =>
      wrap(
        intoSubject(
          forged,
          inside(signatureIn(assertion), `<ds:Object>${withoutSignature(assertion)}</ds:Object>`),
        ),
      ),
  };

  describe.each(Object.entries(wraps))('%s', (_name, wrapped) => {
    async function material(edit: (forged: string, assertion: string) => string = String): Promise<Material> {
      const { id } = await beginSaml(app);
      const response = signElement(
        signElement(responseXml(id, {}, assertionXml(id)), 'Assertion', idp.key),
        'Response',
        idp.key,
      );
      const assertion = signElement(assertionXml(id), 'Assertion', idp.key);
      return {
        id,
        response,
        assertion,
        forged: edit(assertionXml(id, { nameId: victim }), assertion),
        wrap: (content) => responseXml(id, {}, content),
      };
    }

    test('is refused', async () => refused(base64(wrapped(await material())), 'malformed_response'));

    test('is refused with one id for both', async () => {
      const sameId = (forged: string, assertion: string) =>
        forged.replace(/ ID="[^"]*"/, / ID="[^"]*"/.exec(assertion)?.[0] ?? '');
      await refused(base64(wrapped(await material(sameId))), 'malformed_response');
    });

    test('is refused with the forged part under another prefix', async () => {
      const renamed = (forged: string) =>
        forged.replaceAll('<saml:', '<x:').replaceAll('</saml:', '</x:').replace('xmlns:saml=', 'xmlns:x=');
      const document = wrapped(await material(renamed));
      await refused(base64(document), 'malformed_response');
    });
  });

  test('an encrypted assertion beside a signed one is refused', async () => {
    const { id } = await beginSaml(app);
    const assertion = signElement(assertionXml(id), 'Assertion', idp.key);
    await refused(
      base64(responseXml(id, {}, `<saml:EncryptedAssertion xmlns:saml="urn:x"/>${assertion}`)),
      'malformed_response',
    );
  });

  test('a response inside anything else, or a second root, is refused', async () => {
    const { id } = await beginSaml(app);
    const xml = Buffer.from(idp.respond(id), 'base64').toString();
    for (const document of [
      `<a>${xml}</a>`,
      `${xml}${xml}`,
      `${xml}<a/>`,
      `<a/>${xml}`,
      `text${xml}`,
      `${xml}text`,
    ])
      await refused(base64(document), 'malformed_response');
  });
});

describe('names that come apart', () => {
  /** Addresses that a provider may sign, for anyone who registered them there. */
  const registered = `${victim}.evil.example`;
  const prefixed = `evil-${victim}`;
  const attributes = { mail: registered };
  test.each<[string, ResponseOptions]>([
    [
      'by a comment',
      { nameId: registered, tamper: (xml) => xml.replace(registered, `${victim}<!-- -->.evil.example`) },
    ],
    [
      'by an empty comment',
      { nameId: registered, tamper: (xml) => xml.replace(registered, `${victim}<!---->.evil.example`) },
    ],
    [
      'by a comment before they were signed',
      { nameId: registered, write: (xml) => xml.replace(registered, `${victim}<!-- -->.evil.example`) },
    ],
    [
      'by a processing instruction',
      { nameId: registered, tamper: (xml) => xml.replace(registered, `${victim}<?p ?>.evil.example`) },
    ],
    [
      'into a processing instruction',
      { nameId: prefixed, tamper: (xml) => xml.replace(prefixed, `<?p evil-?>${victim}`) },
    ],
    [
      'by a CDATA section',
      { nameId: registered, tamper: (xml) => xml.replace(registered, `${victim}<![CDATA[.evil.example]]>`) },
    ],
    [
      'by a comment in an e-mail attribute',
      { attributes, tamper: (xml) => xml.replace(registered, `${victim}<!-- -->.evil.example`) },
    ],
    [
      'by an instruction in an e-mail attribute',
      { attributes, tamper: (xml) => xml.replace(registered, `${victim}<?p ?>.evil.example`) },
    ],
    [
      'by a comment in a tag',
      { nameId: registered, tamper: (xml) => xml.replace('<saml:NameID ', '<!-- --><saml:NameID ') },
    ],
  ])('%s', (_how, options) => refuses(options, 'malformed_response'));

  test('by an element inside them, signed by the provider itself, name nobody', async () => {
    await refuses(
      { nameId: registered, write: (xml) => xml.replace(registered, `${victim}<x>.evil.example</x>`) },
      'email_missing',
    );
    await refuses(
      { nameId: 'x', attributes, write: (xml) => xml.replace(registered, `${victim}<x/>.evil.example`) },
      'email_missing',
    );
  });

  test('two name ids name nobody', () =>
    refuses(
      {
        write: (xml) =>
          xml.replace(
            '<saml:SubjectConfirmation ',
            `<saml:NameID>${victim}</saml:NameID><saml:SubjectConfirmation `,
          ),
      },
      'invalid_assertion',
    ));
});

describe('XML that does things', () => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'abcdefghij'[n + 1]} "${`&${'abcdefghij'[n]};`.repeat(10)}">`).join('')}]>`;
  const behind = (declaration: string) => (xml: string) => declaration + xml;
  const named = (entity: string) => (xml: string) => xml.replace('ada@shop.example', entity);
  test.each<[string, (xml: string) => string, string]>([
    ['a billion laughs', (xml) => behind(bomb)(named('&j;')(xml)), 'malformed_response'],
    [
      'one large entity many times',
      (xml) => behind(`<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`)(named('&a;'.repeat(5000))(xml)),
      'malformed_response',
    ],
    [
      'a file',
      (xml) => behind('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>')(named('&x;')(xml)),
      'malformed_response',
    ],
    [
      'an address',
      (xml) => behind('<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>')(named('&x;')(xml)),
      'malformed_response',
    ],
    [
      'a parameter entity',
      behind('<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]>'),
      'malformed_response',
    ],
    ['a document type alone', behind('<!DOCTYPE samlp:Response>'), 'malformed_response'],
    ['a style sheet', behind('<?xml-stylesheet href="http://127.0.0.1:1/"?>'), 'malformed_response'],
    [
      'a document type behind a declaration',
      behind('<?xml version="1.0"?><!DOCTYPE r>'),
      'malformed_response',
    ],
    ['an entity that nobody declared', named('&admin;'), 'invalid_assertion'],
    [
      'a declaration with something in it',
      behind('<?xml version="1.0" <!DOCTYPE r>?>'),
      'malformed_response',
    ],
  ])('%s is refused', (_what, tamper, reason) => refuses({ tamper }, reason));

  test('a plain declaration and a byte order mark do no harm', async () => {
    expect(
      (await signInBySaml(app, idp, { tamper: behind('\ufeff<?xml version="1.0" encoding="UTF-8"?>\n') }))
        .status,
    ).toBe(200);
  });
});

describe('a message that is not a response', () => {
  const repeated = (count: number, text: string) => text.repeat(count);
  const inContext = (content: string) => (xml: string) =>
    xml.replace('<saml:AuthnContext>', `<saml:AuthnContext>${content}`);

  test.each<[string, string]>([
    ['nothing that is base64', 'a*b'],
    ['base64 of nothing', base64(' ')],
    ['base64 of text', base64('hello')],
    ['base64 of bytes that are not UTF-8', Buffer.from([0x3c, 0xff, 0xfe, 0x00]).toString('base64')],
    ['UTF-16', Buffer.from('<samlp:Response/>', 'utf16le').toString('base64')],
    ['JSON', base64('{"Response":{}}')],
    ['an unfinished tag', base64('<samlp:Response')],
    ['an open element', base64('<samlp:Response>')],
    ['elements that cross', base64('<Response><a><b></a></b></Response>')],
    ['an attribute twice', base64('<Response InResponseTo="a" InResponseTo="b"/>')],
    ['an attribute without quotes', base64('<Response InResponseTo=a/>')],
    ['a name of three parts', base64('<a:b:Response/>')],
    ['another message', base64('<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>')],
    ['an endless tag', base64(`<Response ${repeated(50_000, 'a ')}`)],
    ['an endless run of spaces', base64(`<Response a="b"${repeated(150_000, ' ')}`)],
    ['an endless run of brackets', base64(repeated(150_000, '<'))],
    ['an endless name', base64(`<${repeated(150_000, 'a')}`)],
  ])('%s is refused at once', async (_what, response) => {
    const started = performance.now();
    await refused(response, 'malformed_response');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test.each<[string, string]>([
    ['hundreds of elements', repeated(300, '<a/>')],
    ['elements inside each other', repeated(3000, '<a>') + repeated(3000, '</a>')],
    ['thousands of attributes', `<a ${Array.from({ length: 5000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
    [
      'thousands of namespaces',
      `<a ${Array.from({ length: 5000 }, (_, n) => `xmlns:a${n}="a"`).join(' ')}/>`,
    ],
  ])('one with %s is refused before anyone works on it', (_what, content) =>
    refuses({ tamper: inContext(content) }, 'malformed_response'),
  );

  test('a form without one, with two, or that is none, is refused', async () => {
    const acs = `${app.adminBase}/auth/saml/acs`;
    const response = base64('<Response/>');
    const before = await app.knex('svc_audit').count();
    for (const [body, status] of [
      ['', 400],
      ['RelayState=x', 400],
      ['SAMLResponse=', 400],
      [`SAMLResponse=${response}&SAMLResponse=${response}`, 400],
      ['SAMLResponse=%00', 400],
      [`SAMLRequest=${response}`, 400],
      [`SAMLResponse=${repeated(300_000, 'A')}`, 413],
    ] as const)
      expect([body.slice(0, 40), (await app.request.post(acs).type('form').send(body)).status]).toEqual([
        body.slice(0, 40),
        status,
      ]);
    for (const type of [
      'application/json',
      'text/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded; charset=utf-16',
    ])
      expect([
        type,
        (await app.request.post(acs).set('Content-Type', type).send(`{"SAMLResponse":"${response}"}`)).status,
      ]).toEqual([type, 415]);
    await app.request.get(`${acs}?SAMLResponse=${encodeURIComponent(response)}`).expect(405);
    expect(await app.knex('svc_audit').count()).toEqual(before);
  });

  test('neither a query nor a SAMLRequest in the form takes another way', async () => {
    const { id } = await beginSaml(app);
    const response = idp.respond(id, { sign: 'none' });
    const request = base64('<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>');
    const answer = await app.request
      .post(
        `${app.adminBase}/auth/saml/acs?SAMLResponse=${encodeURIComponent(response)}&SAMLRequest=${encodeURIComponent(request)}`,
      )
      .type('form')
      .send({ SAMLResponse: response, SAMLRequest: request });
    expect(answer.status).toBe(401);
  });
});

test('who sends a hundred responses that do not hold waits, also with one that does; others do not', async () => {
  const other = await createTestApp({
    config: { rateLimit: false, trustProxy: true, auth: { mode: 'saml', saml: idp.config } },
  });
  try {
    const post = (response: string, ip: string) => postResponse(other, response).set('X-Forwarded-For', ip);
    const { id } = await beginSaml(other);
    const wrong = idp.respond(id, { key: newSigningKey() });
    for (let sent = 0; sent < 100; sent += 1) await post(wrong, '192.0.2.1');
    const right = idp.respond(id);
    expect((await post(right, '192.0.2.1')).status).toBe(429);
    expect((await post(right, '192.0.2.1')).headers['retry-after']).toBe('900');
    expect((await post(right, '192.0.2.2')).status).toBe(200);
    const reasons = (
      await other.knex('svc_audit').where({ action: 'auth:loginFailed' }).pluck('changes')
    ).map((changes) => JSON.parse(changes).reason);
    expect(reasons.filter((reason) => reason === 'locked')).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('no response, name or key is in a log line', async () => {
  const { id } = await beginSaml(app);
  const response = idp.respond(id, {
    nameId: 'private-name@shop.example',
    audience: 'https://private-audience.example',
  });
  await refused(response, 'wrong_audience');
  const lines = app.logger.lines.join('\n');
  expect(lines).toContain('wrong_audience');
  for (const hidden of ['private-name', 'private-audience', response.slice(0, 100), id])
    expect(lines).not.toContain(hidden);
});

test('the address that assertions must name is ours as configured, not as a request has it', async () => {
  const { id } = await beginSaml(app);
  const recipient = 'https://evil.example/svc/admin/v1/auth/saml/acs';
  const response = idp.respond(id, { recipient, destination: recipient });
  const answer = await postResponse(app, response)
    .set('Host', 'evil.example')
    .set('X-Forwarded-Host', 'evil.example');
  expect([answer.status, callbackUrl.includes('evil')]).toEqual([401, false]);
});
