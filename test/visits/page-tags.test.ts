import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { encodeChoice } from '#standards/choice/index';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';

/** A geo provider that needs no hints, so that the first page can contain everything. */
const byHeader = {
  name: 'by header',
  dependsOn: { headers: ['x-country'] },
  locate: ({ headers }: { headers: Record<string, unknown> }) => ({ country: String(headers['x-country']) }),
};

const apps: TestApp[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

async function open(config: TestAppOptions['config'] = {}): Promise<TestApp> {
  const app = await createTestApp({ config });
  apps.push(app);
  return app;
}

/** A service that needs hints of the browser for the place of a visitor, without a profile. */
let plain: TestApp;
/** A service that knows the place, with a profile for Germany. */
let placed: TestApp;
let placedId: string;
beforeAll(async () => {
  plain = await createTestApp();
  placed = await createTestApp({ config: { geo: byHeader } });
  placedId = (await createActiveProfile(placed)).id;
});
afterAll(() => Promise.all([plain, placed].map((app) => app.close())));

/** Asks for the tags as a page of the host would. */
async function readTags(
  app: TestApp,
  headers: Record<string, string>,
  options: Parameters<TestApp['service']['page']>[1] = {},
) {
  const server = createServer((req, res) => {
    app.service.page(req, options).then(
      (tags) => res.end(JSON.stringify(tags)),
      (error) => res.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
  const text = await answer.text();
  server.close();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as { head: string; body: string; vary: string };
}

const readBoot = (head: string) => {
  const [, json] = /<script type="application\/json" id="svc-boot">(.*?)<\/script>/s.exec(head) ?? [];
  return json === undefined ? null : JSON.parse(json);
};
const choiceOf = (profileId: string, minutesAgo = 1) =>
  encodeChoice({
    profileId,
    profileVersion: 1,
    decidedAt: Date.now() - minutesAgo * 60_000,
    expiresAt: Date.now() + 86_400_000,
    gpcMode: 'honor',
    gpcDetected: false,
    gpcOverride: false,
    asksFirst: true,
    submissionId: null,
    categories: [],
  });

describe('a choice about a profile that the service does not have, as of another app on localhost', () => {
  const foreignId = '01990000-0000-7000-8000-000000000000';
  const openHost = async (
    dataSigningHash = 'a signing hash, long enough to count',
    visitorCookie: { domain?: string } = {},
  ) => {
    const compliance = { type: 'auto', dataSigningHash } as const;
    const app = await open({
      geo: byHeader,
      compliance,
      visitorCookie: { requireProof: true, ...visitorCookie },
    });
    const { id } = await createActiveProfile(app);
    app.app.get('/page', async (req, res) => void res.json(await app.service.page(req, { locale: 'en' })));
    const visit = (cookie: string) => app.request.get('/page').set({ 'X-Country': 'DE', Cookie: cookie });
    return { app, id, visit };
  };

  test('ends, and the page asks at once', async () => {
    const { app, id, visit } = await openHost();
    const foreign = await visit(`svc_choice=${choiceOf(foreignId)}`);
    expect(foreign.headers['set-cookie']).toEqual(
      ['/page', '/page/', '/'].map((path) =>
        expect.stringMatching(new RegExp(`^svc_choice=; Max-Age=0; Path=${path}; SameSite=Lax$`)),
      ),
    );
    expect(readBoot(foreign.body.head)).toMatchObject({ found: true });
    expect(foreign.body.body).toContain('<svc-consent');

    await app.request
      .post(`${app.adminBase}/profiles/${id}/deactivate`)
      .set(await app.asAdmin())
      .expect(200);
    const own = await visit(`svc_choice=${choiceOf(id)}`);
    expect([own.headers['set-cookie'], readBoot(own.body.head)]).toEqual([undefined, null]);
  });

  test('ends on the parent domain too, where the other app keeps it', async () => {
    const { visit } = await openHost();
    const answer = await visit(`svc_choice=${choiceOf(foreignId)}`).set('Host', 'shop.example.com');
    const lines = [answer.headers['set-cookie'] ?? []].flat();
    expect(lines).toHaveLength(9);
    for (const line of lines) expect(line).toMatch(/^svc_choice=; Max-Age=0;/);
    expect(lines).toContain('svc_choice=; Max-Age=0; Domain=example.com; Path=/; SameSite=Lax');
    expect(answer.body.body).toContain('<svc-consent');
  });

  test.each([
    ['of its own host', undefined],
    ['of the parent domain', 'example.com'],
  ])(
    'ends alone where the visitor also has an own, older choice: a service with cookies %s',
    async (_, domain) => {
      const { id, visit } = await openHost(undefined, domain === undefined ? {} : { domain });
      const own = choiceOf(id, 5);
      const cookies = [`svc_choice=${own}`, `svc_choice=${choiceOf(foreignId)}`];
      for (const header of [cookies, cookies.toReversed()]) {
        const answer = await visit(header.join('; ')).set('Host', 'shop.example.com');
        const lines = [answer.headers['set-cookie'] ?? []].flat();
        expect(lines).toHaveLength(9);
        const place = domain === undefined ? '' : `Domain=${domain}; `;
        expect(lines.at(-1)).toMatch(
          new RegExp(`^svc_choice=${own}; Max-Age=86\\d\\d\\d; ${place}Path=/; SameSite=Lax$`),
        );
        const other = domain === undefined ? 'Domain=example.com; ' : '';
        expect(lines).toContain(`svc_choice=; Max-Age=0; ${other}Path=/; SameSite=Lax`);
        expect([readBoot(answer.body.head), answer.body.body]).toEqual([null, '']);
      }
    },
  );

  test('does not count, but stays, next to a newer own choice', async () => {
    const { id, visit } = await openHost();
    const answer = await visit(`svc_choice=${choiceOf(foreignId, 5)}; svc_choice=${choiceOf(id)}`);
    expect([answer.headers['set-cookie'], answer.body.body]).toEqual([undefined, '']);
  });

  test('can be made again, with the cookies of the other app', async () => {
    const [one, other] = [await openHost(), await openHost('another signing hash, long enough')];
    const decide = (host: typeof one, cookie: string) =>
      host.app.request
        .post(`${host.app.publicBase}/consent`)
        .set('Cookie', cookie)
        .send({ profileId: host.id, consentJson: { analytics: 'denied' } });
    const first = await decide(one, '').expect(200);
    const cookies = (first.headers['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0]);
    const page = await other.visit(cookies.join('; '));
    expect(page.body.body).toContain('<svc-consent');
    await decide(other, cookies.filter((line) => !line?.startsWith('svc_choice')).join('; ')).expect(200);
  });
});

test('a first visit gets the answer of GET /bootstrap in the page, safe for the script element around it', async () => {
  const app = await open({ geo: byHeader });
  await createActiveProfile(app, {
    profileJson: profileJson({
      mainBanner: { ...profileJson().mainBanner, heading: '</script><script>alert(1)</script>' },
    }),
  });
  const { head, vary } = await readTags(app, { 'X-Country': 'DE' }, { locale: 'en', nonce: 'abc123==' });
  const boot = readBoot(head);
  expect(boot).toMatchObject({ found: true, country: 'DE', complianceGroup: 'opt-in' });
  expect(boot.profile.mainBanner.heading).toBe('</script><script>alert(1)</script>');
  expect(head.match(/<script\b/g)).toHaveLength(3);
  expect(vary).toBe('Cookie, Sec-GPC, x-country');
  const answered = await app.request.get('/svc/api/v1/bootstrap?lang=en').set('X-Country', 'DE').expect(200);
  expect(boot).toEqual(answered.body);
});

test('every script that runs has the nonce, and the widget knows that hints are not needed', async () => {
  const app = placed;
  const { head } = await readTags(app, { 'X-Country': 'DE' }, { nonce: 'abc123==' });
  const running = (head.match(/<script\b[^>]*>/g) ?? []).filter((tag) => !tag.includes('application/json'));
  expect(running).toHaveLength(2);
  for (const tag of running) expect(tag).toContain(' nonce="abc123=="');
  expect(head).toContain(
    '<script src="/svc/widget.js" async data-frame nonce="abc123==" data-no-hints></script>',
  );
  expect(head).toMatch(
    /<link rel="modulepreload" href="\/svc\/w\/[0-9a-f]{12}\/banner\.js" nonce="abc123==">/,
  );
});

test('where the place needs hints, the browser asks early instead', async () => {
  const app = await open();
  await createActiveProfile(app);
  const { head, vary } = await readTags(app, {}, { locale: 'de' });
  expect(readBoot(head)).toBeNull();
  expect(head).toContain('/svc/api/v1/bootstrap');
  expect(head).toContain('<script src="/svc/widget.js" async fetchpriority="high" data-lang="de"></script>');
  expect(vary).toBe('Cookie, Sec-GPC');
});

test.each([
  ['with the texts', { geo: byHeader }],
  ['with hints of the browser', {}],
])('the code of the banner can be in the page of a first visit, %s', async (_name, config) => {
  const app = await open({ ...config, publicPath: '/privacy' });
  const { id } = await createActiveProfile(app);
  const visit = (headers: Record<string, string>) =>
    readTags(app, { 'X-Country': 'DE', ...headers }, { inline: true, nonce: 'abc123==', locale: 'de' });
  const { head } = await visit({});
  expect(head).toContain('<script data-base="/privacy/svc/" nonce="abc123==" data-lang="de"');
  expect(head).not.toMatch(/<script src=|modulepreload|\.css"/);
  const decided = await visit({ Cookie: `svc_choice=${choiceOf(id)}` });
  expect(decided.head).toContain('<script src="/privacy/svc/widget.js" async nonce');
  expect(decided.head).not.toContain('data-base');
});

test('a returning visitor gets the defaults and the script tag alone', async () => {
  const [app, id] = [placed, placedId];
  const { head } = await readTags(app, { 'X-Country': 'DE', Cookie: `svc_choice=${choiceOf(id)}` });
  expect(head.match(/<(script|link)\b/g)).toEqual(['<script', '<script']);
  expect(head).not.toContain('svc-boot');
});

test.each([
  [undefined, 'nam'],
  [{ minimumAge: 16 }, 'n'],
])('the defaults are those of the profile in the visitor’s place; age gate %p', async (ageGate, granted) => {
  const app = await open({ geo: byHeader });
  const { cookies = {}, ...rest } = profileJson();
  const preGranted = Object.fromEntries(
    Object.entries(cookies).map(([id, cookie]) => [id, { ...cookie, preGranted: true }]),
  );
  await createActiveProfile(app, {
    profileJson: { ...rest, complianceGroup: 'unregulated', gpcMode: 'honor', cookies: preGranted, ageGate },
  });
  const readPurposes = (head: string) => /"granted":"(\w+)","grantedWithGpc":"(\w+)"/.exec(head)?.slice(1);
  const { head } = await readTags(app, { 'X-Country': 'AQ' });
  expect(readBoot(head)).toMatchObject({ found: true, complianceGroup: 'unregulated' });
  expect(readPurposes(head)).toEqual([granted, 'n']);
  const elsewhere = await readTags(app, { 'X-Country': 'DE' });
  expect(readPurposes(elsewhere.head)).toEqual(['n', 'n']);
});

test('consent mode can be left out, and configured', async () => {
  const app = placed;
  expect((await readTags(app, {}, { consentMode: false })).head).not.toContain('dataLayer');
  const { head } = await readTags(app, {}, { consentMode: { microsoft: true, waitMs: 900 } });
  expect(head).toContain('"waitMs":900');
  expect(head).toContain('"microsoft":true');
  const named = await readTags(app, {}, { consentMode: { dataLayer: 'tags' } });
  expect(named.head).toContain('"dataLayer":"tags"');
  expect(named.head).toContain(' data-layer="tags"');
  expect(await app.service.snippet({ dataLayer: 'tags' })).toContain('"dataLayer":"tags"');
});

test('the script gets what a page says about shadow roots and reports', async () => {
  const app = placed;
  const { head } = await readTags(app, {}, { roots: 'my-app, my-card', reports: false });
  expect(head).toContain(' data-consent-roots="my-app, my-card" data-no-reports');
});

test.each(['"><script>', 'a b', '', "x'"])('a nonce of %p is refused', async (nonce) => {
  const app = plain;
  await expect(readTags(app, {}, { nonce })).rejects.toThrow('nonce must be base64 text');
  await expect(app.service.snippet({ nonce })).rejects.toThrow('nonce must be base64 text');
});

test('the widget learns of a signal that the browser sends in the header alone', async () => {
  const app = plain;
  expect((await readTags(app, { 'Sec-GPC': '1' })).head).toContain(
    'async fetchpriority="high" data-gpc></script>',
  );
  expect((await readTags(app, {})).head).not.toContain('data-gpc');
});

test('so do the defaults of consent mode, for a choice that the signal limits', async () => {
  const [app, id] = [placed, placedId];
  const choice = choiceOf(id, 5)?.replace(/\.[^.]*$/, '.marketing~glm');
  const readDefault = async (headers: Record<string, string>) => {
    const { head } = await readTags(app, { ...headers, Cookie: `svc_choice=${choice}` });
    const script = head.match(/<script>(.*?)<\/script>/s)?.[1] ?? '';
    const page = {
      document: { cookie: `svc_choice=${choice}` },
      navigator: {},
      dataLayer: [] as IArguments[],
    };
    vm.runInNewContext(script, Object.assign(page, { window: page }));
    return page.dataLayer.flatMap((call) => (call[1] === 'default' ? [call[2].ad_storage] : []));
  };
  expect(await readDefault({})).toEqual(['granted']);
  expect(await readDefault({ 'Sec-GPC': '1' })).toEqual(['denied']);
});

test('attributes are escaped', async () => {
  const app = plain;
  const { head } = await readTags(app, {}, { locale: '"><x>', tenantId: 'a&b' });
  expect(head).toContain('data-tenant="a&#38;b" data-lang="&#34;&#62;&#60;x&#62;"');
  expect(head).not.toContain('<x>');
});

test('publicPath is part of every address', async () => {
  const app = await open({ publicPath: '/privacy' });
  const { head } = await readTags(app, {});
  expect(head).toContain('<script src="/privacy/svc/widget.js" async fetchpriority="high"></script>');
  expect(head).toContain('/privacy/svc/api/v1/bootstrap');
});

describe('the APIs of the frameworks', () => {
  const frameworks = {
    tcf: {
      enabled: true,
      cmpId: 31,
      cmpVersion: 2,
      publisherCC: 'DE',
      vendorListUrl: 'http://127.0.0.1:9/list',
    },
    gpp: { enabled: true },
  };
  const asksUnderTcf = { profileJson: profileJson({ tcf: { vendors: [1] } }), localeContent: {} };
  const elsewhere = profileJson({
    complianceGroup: 'unregulated',
    gpcMode: 'honor',
    countries: undefined,
  });
  const readApis = (html: string) => /\{"tcf":(true|false),"gpp":(true|false)\}/.exec(html)?.[0] ?? null;
  const both = '{"tcf":true,"gpp":true}';

  test('come first, with the nonce, also for a returning visitor', async () => {
    const app = await open(frameworks);
    const { id } = await createActiveProfile(app, asksUnderTcf);
    for (const Cookie of ['other=1', `svc_choice=${choiceOf(id)}`]) {
      const { head } = await readTags(app, { Cookie }, { nonce: 'abc123==' });
      expect(head).toMatch(/^<script nonce="abc123==">[^<]*__tcfapi/);
      expect(readApis(head)).toBe(both);
    }
  });

  test('are those of the profile that the visitor decided about', async () => {
    const app = await open(frameworks);
    await createActiveProfile(app, asksUnderTcf);
    const { id } = await createActiveProfile(app, { profileJson: elsewhere });
    expect(readApis((await readTags(app, {})).head)).toBe(both);
    const { head } = await readTags(app, { Cookie: `svc_choice=${choiceOf(id)}` });
    expect(readApis(head)).toBe('{"tcf":false,"gpp":true}');
  });

  test('are those of the visitor’s place, where it is known', async () => {
    const app = await open({ ...frameworks, geo: byHeader });
    await createActiveProfile(app, { profileJson: elsewhere });
    const { head } = await readTags(app, { 'X-Country': 'AQ' });
    expect(readApis(head)).toBe('{"tcf":false,"gpp":true}');
  });

  test('are left out where no profile and no configuration uses them', async () => {
    const plain = await open();
    await createActiveProfile(plain);
    const { head } = await readTags(plain, {});
    expect(head).not.toContain('__tcfapi');
    expect(await plain.service.snippet()).not.toContain('__gpp');
    const unused = await open({ tcf: frameworks.tcf });
    await createActiveProfile(unused);
    expect((await readTags(unused, {})).head).not.toContain('__tcfapi');
    expect(await unused.service.snippet()).not.toContain('__tcfapi');
  });

  test('refuse options that do not exist', async () => {
    const { service } = plain;
    const req = {} as IncomingMessage;
    const wrong = { nonse: 'abc', regon: true, locales: 'de', tenantID: 'default' } as never;
    await expect(service.page(req, wrong)).rejects.toThrow(
      'page(): nonse is not an option; did you mean nonce?',
    );
    await expect(service.page(req, { consentMode: { waitMS: 1 } as never })).rejects.toThrow('waitMS is not');
    await expect(service.snippet({ regon: true } as never)).rejects.toThrow('did you mean regions?');
    await expect(service.declaration(req, { locales: 'de' } as never)).rejects.toThrow(
      'did you mean locale?',
    );
    await expect(service.link(req, 'anna', { tenantID: 'x' } as never)).rejects.toThrow(
      'did you mean tenantId?',
    );
  });

  test('refuse options of another type, and requests of Fetch, whose cookies and signals would be missed', async () => {
    const { service } = plain;
    const req = { headers: {} } as IncomingMessage;
    const wrong = (options: object) => options as never;
    for (const option of ['nonce', 'locale', 'tenantId', 'roots'])
      for (const value of [null, 5])
        await expect(service.page(req, wrong({ [option]: value }))).rejects.toThrow(
          `page(): ${option} must be a string`,
        );
    await expect(service.page(req, wrong({ consentMode: { waitMs: '1' } }))).rejects.toThrow(
      'waitMs must be a number',
    );
    await expect(service.snippet(wrong({ nonce: null }))).rejects.toThrow('nonce must be a string');
    await expect(service.declaration(req, wrong({ locale: 5 }))).rejects.toThrow('locale must be a string');

    const fetched = new Request('http://localhost/', { headers: { 'Sec-GPC': '1' } }) as never;
    const asked = /must be one of node:http/;
    expect(() => service.choice(fetched)).toThrow(asked);
    await expect(service.page(fetched)).rejects.toThrow(asked);
    await expect(service.declaration(fetched)).rejects.toThrow(asked);
    await expect(service.link(fetched, 'anna', { res: {} as never })).rejects.toThrow(asked);
    await expect(service.unlink(fetched)).rejects.toThrow(asked);
  });

  test('are in the snippet, and in the file for pages without nonces', async () => {
    const app = await open(frameworks);
    await createActiveProfile(app, asksUnderTcf);
    const snippet = await app.service.snippet({ nonce: 'abc' });
    expect(snippet).toMatch(/^<script nonce="abc">[^<]*__tcfapi/);
    expect(readApis(snippet)).toBe(both);
    expect(snippet).toContain('"granted":"n"');
    const { text } = await app.request.get('/svc/default.js').expect(200);
    expect(readApis(text)).toBe(both);
    expect(text).toContain('"granted":"n"');
  });

  test('of a snippet are those of its tenant; of any tenant without one', async () => {
    const app = await open({ tcf: frameworks.tcf, tenancy: { enabled: true } });
    await createActiveProfile(app);
    expect(readApis(await app.service.snippet())).toBe('{"tcf":true,"gpp":false}');
    expect(await app.service.snippet({ tenantId: 'default' })).not.toContain('__tcfapi');
  });

  test('are those of the configuration while the database does not answer', async () => {
    const app = await open(frameworks);
    await app.knex.destroy();
    expect(readApis((await readTags(app, {})).head)).toBe(both);
  });
});

test('a page waits for everything together no longer than for one thing', async () => {
  const app = await open({
    geo: byHeader,
    gpp: { enabled: true },
    tenancy: { enabled: true, resolve: () => new Promise(() => {}) },
  });
  const times: number[] = [];
  // The host is asked for the tenant of the banner, and for that of the frameworks. A busy machine is slow now and then.
  for (let count = 0; count < 5; count += 1) {
    const startedAt = performance.now();
    const { head } = await app.service.page({ headers: {} } as IncomingMessage);
    times.push(performance.now() - startedAt);
    expect(head).toContain('<script src="/svc/widget.js"');
  }
  expect(Math.min(...times)).toBeLessThan(90);
});

test('an unknown tenant gets no texts of another one', async () => {
  const app = await open({ geo: byHeader, tenancy: { enabled: true } });
  await createActiveProfile(app);
  const { head } = await readTags(app, { 'X-Country': 'DE' }, { tenantId: 'nobody' });
  expect(readBoot(head)).toBeNull();
});

test('a service without a database still gets the script onto the page', async () => {
  const app = await open({ geo: byHeader });
  await createActiveProfile(app);
  await app.service.close();
  const { head } = await readTags(app, { 'X-Country': 'DE' });
  expect(head).toContain('<script src="/svc/widget.js"');
});

test('the snippet denies everywhere, or where the law asks first', async () => {
  const app = plain;
  expect(await app.service.snippet({ nonce: 'abc' })).toMatch(/^<script nonce="abc">.*"granted":"n"/s);
  const byRegion = await app.service.snippet({ regions: true });
  const [, regions = ''] = /"regions":(\[[^\]]*\])/.exec(byRegion) ?? [];
  expect(JSON.parse(regions)).toEqual(expect.arrayContaining(['DE', 'FR', 'BR']));
  expect(JSON.parse(regions)).not.toContain('US-TX');
  expect(byRegion).toContain('"granted":"nfpam","grantedWithGpc":"n"');
});

describe('the snippet for several places grants', () => {
  /** Returns what is granted, and the places where it is not; null: no place is named. */
  async function readDefaults(config: TestAppOptions['config']) {
    const snippet = await (await open(config)).service.snippet({ regions: true });
    const [, granted] = /"granted":"(\w+)","grantedWithGpc"/.exec(snippet) ?? [];
    const [, list = 'null'] = /"regions":(\[[^\]]*\])/.exec(snippet) ?? [];
    return { granted, places: JSON.parse(list) as string[] | null };
  }

  test('nothing in places whose group asks first, in custom groups and single regions too', async () => {
    const { granted, places } = await readDefaults({
      compliance: { jurisdictions: { DE: 'kiosk', 'JP-13': 'opt-in', BR: 'opt-out' } },
    });
    expect(granted).toBe('nfpam');
    expect(places).toEqual(expect.arrayContaining(['DE', 'FR', 'JP-13']));
    for (const place of ['BR', 'JP', 'US', 'US-CA']) expect(places).not.toContain(place);
  });

  test('nothing in a country that asks visitors whose region is unknown', async () => {
    expect((await readDefaults({})).places).toEqual(expect.arrayContaining(['CA', 'CA-QC']));
    const { places } = await readDefaults({ compliance: { jurisdictions: { CA: 'opt-out' } } });
    expect(places).not.toEqual(expect.arrayContaining(['CA']));
  });

  test('what the one group for everyone allows', async () => {
    const readType = (type: string) => readDefaults({ compliance: { type } });
    expect(await readType('opt-in')).toEqual({ granted: 'n', places: null });
    expect(await readType('kiosk')).toEqual({ granted: 'n', places: null });
    expect(await readType('opt-out')).toEqual({ granted: 'nfpam', places: null });
  });

  test('nothing where no cookie tells the page who has opted out', async () => {
    expect(await readDefaults({ choiceCookie: { enabled: false } })).toEqual({ granted: 'n', places: null });
  });
});

test('a visitor who has opted out, but whose choice is in no cookie, is denied until the widget knows more', async () => {
  const app = await open({ compliance: { type: 'opt-out' }, choiceCookie: { enabled: false } });
  const cookies = Object.entries(profileJson().cookies ?? {}).map(([key, cookie]) => [
    key,
    { ...cookie, preGranted: true },
  ]);
  const { id } = await createActiveProfile(app, {
    profileJson: profileJson({
      complianceGroup: 'opt-out',
      gpcMode: 'honor',
      cookies: Object.fromEntries(cookies),
    }),
  });
  const readGranted = async (cookie: string) => {
    const { head } = await readTags(app, { Cookie: cookie });
    expect(readBoot(head)).toMatchObject({ found: true });
    return /"granted":"(\w+)","grantedWithGpc"/.exec(head)?.[1];
  };
  expect(await readGranted('')).toContain('m');
  const answer = await app.request
    .post(`${app.publicBase}/consent`)
    .send({ profileId: id, consentJson: { analytics: 'denied', marketing: 'denied' } })
    .expect(200);
  const kept = (answer.headers['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0]);
  expect(await readGranted(kept.join('; '))).toBe('n');
});

test('the snippet sets the defaults that the host asks for', async () => {
  const app = plain;
  expect(await app.service.snippet()).not.toContain('"microsoft"');
  const snippet = await app.service.snippet({ microsoft: true, urlPassthrough: true, waitMs: 0 });
  expect(snippet).toContain('"waitMs":0,"microsoft":true,"urlPassthrough":true');
});

test('pages without nonces load the defaults as a file', async () => {
  const app = plain;
  const { headers, text } = await app.request.get('/svc/default.js').expect(200);
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(text).toContain('"granted":"n"');
  await app.request.get('/svc/default.js').set('If-None-Match', String(headers.etag)).expect(304);
});

test.each([
  '1.p.1.0.zzzzzzzzzz.0.',
  '1.p.1.0.zzzzzz.0.',
  '1.*ff.1.0.zzzzzz.0.',
  '1.p.1.0.zzzzzz.0.__proto__~g',
])('a page is written whatever is in the cookie: %s', async (value) => {
  const app = plain;
  const headers = { cookie: `svc_choice=${value}` };
  expect((await readTags(app, headers)).head).toContain('<script src="/svc/widget.js"');
  const { expiresAt } = app.service.choice({ headers });
  expect([null, '6108-10-08T09:35:00.000Z']).toContain(expiresAt);
});

test('asking for the tags of every request changes no answer of the service behind', async () => {
  const app = await open({ geo: byHeader, tenancy: { enabled: true } });
  const { body: tenant } = await app.request
    .post(`${app.adminBase}/tenants`)
    .set(await app.asAdmin())
    .send({ name: 'north', slug: 'north' })
    .expect(201);
  const { id } = await createActiveProfile(app, {}, tenant.id);
  const server = createServer((req, res) => {
    app.service.page(req).then(() => app.app(req as never, res as never)); // plain requests are what Express extends
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/svc/api/v1/bootstrap?tenantId=${tenant.id}`, {
    headers: { 'X-Country': 'DE' },
  });
  expect(await answer.json()).toMatchObject({ found: true, tenantId: tenant.id, profileId: id });
  server.close();
});

test('no cache keeps a page for others where its place comes from the address or the host’s own function', async () => {
  const byAddress = { name: 'by address', locate: () => ({ country: 'DE' }) };
  const addressed = await open({ geo: byAddress });
  expect((await readTags(addressed, {}, { locale: 'en' })).vary).toBe('*');
  const resolved = await open({ geo: byHeader, tenancy: { enabled: true, resolve: () => 'default' } });
  expect((await readTags(resolved, {}, { locale: 'en' })).vary).toBe('*');
  const everywhere = await open({ geo: byAddress, compliance: { type: 'opt-in' } });
  expect((await readTags(everywhere, {}, { locale: 'en' })).vary).toBe('Cookie, Sec-GPC');
});

test('a page names every header that its texts depend on', async () => {
  const app = await open({ geo: byHeader, tenancy: { enabled: true, baseDomain: 'consent.example' } });
  const { vary } = await readTags(app, {}, { locale: 'no language' });
  expect(vary).toBe('Cookie, Sec-GPC, X-Forwarded-Host, x-country, Accept-Language');
});

test('a file that is damaged in storage denies everything, and does not fail the page', async () => {
  const app = await open({ geo: byHeader });
  await createActiveProfile(app);
  await app
    .knex('svc_files')
    .where('object_key', 'like', '%/opt-in/%/%.json')
    .update({ body: Buffer.from('{"words":{}}') });
  const { head } = await readTags(app, { 'X-Country': 'DE' });
  expect(readBoot(head)).toBeNull();
  expect(head).toContain('"granted":"n","grantedWithGpc":"n"');
});

describe('the body of a first visit', () => {
  const frameOf = async (
    profile?: Parameters<typeof createActiveProfile>[1],
    headers: Record<string, string> = {},
  ) => {
    const app = profile === undefined ? placed : await open({ geo: byHeader });
    if (profile !== undefined) await createActiveProfile(app, profile);
    return readTags(app, { 'X-Country': 'DE', ...headers }, { locale: 'en', nonce: 'abc123==' });
  };
  const bannerWith = (more: object) => ({
    profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, ...more } }),
  });

  test('is the banner with its style and a form, in a few kilobytes', async () => {
    const { head, body } = await frameOf();
    expect(body).toMatch(
      /^<svc-consent data-frame="[^"]+,1,en,banner"><template shadowrootmode="open"><style nonce="abc123==">/,
    );
    expect(body).toContain('<form method="post" action="/svc/api/v1/preferences" class="buttons pair"');
    expect(body).toContain('name="return" value="/"');
    expect(brotliCompressSync(body).length).toBeLessThan(4500);
    expect(head).toContain(' data-frame ');
  });

  test('has buttons whose values say what they grant: of a list nothing that has no cookies', async () => {
    const json = profileJson();
    const { preferenceModal, mainBanner } = json;
    const media = { heading: 'Media', legalBasis: 'consent' as const, cookies: [] };
    const button = (cookies?: string[]) =>
      ({ text: 'Button', style: 'secondary', action: 'custom', ...(cookies && { cookies }) }) as const;
    const { body } = await frameOf({
      profileJson: {
        ...json,
        mainBanner: {
          ...mainBanner,
          buttons: [
            ...(mainBanner?.buttons ?? []),
            button(['session']),
            button([]),
            button(['ga', 'session']),
          ],
        },
        preferenceModal: {
          ...preferenceModal,
          categories: { ...preferenceModal?.categories, media },
        },
      },
      localeContent: {},
    });
    expect([...body.matchAll(/name="save"[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'necessary',
      '',
      'necessary analytics',
    ]);
  });

  test('differs for each page only in its random text', async () => {
    const app = placed;
    const read = async () => (await readTags(app, { 'X-Country': 'DE' })).body;
    const [first, second] = [await read(), await read()];
    const random = / name="form" value="([\w-]{22})"/;
    expect(random.exec(first)?.[1]).not.toBe(random.exec(second)?.[1]);
    expect(first.replace(random, '')).toBe(second.replace(random, ''));
  });

  test('keeps hostile texts as texts and sanitises operators’ HTML once more', async () => {
    const app = await open({ geo: byHeader });
    await createActiveProfile(app, bannerWith({ heading: '</style></template><script>alert(1)</script>' }));
    const files = () => app.knex('svc_files').where('object_key', 'like', '%/opt-in/%/en.json');
    const [file] = await files();
    const attack = '<img src=x onerror=alert(1)><p>Shop Ltd';
    await files().update({ body: Buffer.from(String(file.body).replace('<p>Shop Ltd', attack)) });
    const { body } = await readTags(app, { 'X-Country': 'DE' }, { locale: 'en' });
    expect(body.match(/<script|<img|onerror/)).toBeNull();
    expect(body).toContain('Shop Ltd');
    expect(body).toContain('&lt;/style&gt;&lt;/template&gt;&lt;script&gt;');
    expect(body.match(/<\/template>/g)).toHaveLength(1);
  });

  test('shows the notice of the privacy signal that the request carries', async () => {
    const { body } = await frameOf(undefined, { 'Sec-GPC': '1' });
    expect(body).toContain('Global Privacy Control');
    expect((await frameOf()).body).not.toContain('Global Privacy Control');
  });

  test.each<[string, () => Promise<{ body: string; head: string }>]>([
    [
      'the visitor’s age comes first',
      () =>
        frameOf({
          profileJson: profileJson({ ageGate: { ask: 'yesNo', parental: false, minimumAge: 16 } } as never),
        }),
    ],
    ['the group has no profile', () => frameOf({ profileJson: profileJson({ complianceGroup: 'opt-out' }) })],
    [
      'the place needs hints of the browser',
      async () => {
        const app = await open();
        await createActiveProfile(app);
        return readTags(app, {});
      },
    ],
    [
      'there is no choice cookie',
      async () => {
        const app = await open({ geo: byHeader, choiceCookie: { enabled: false } });
        await createActiveProfile(app);
        return readTags(app, { 'X-Country': 'DE' });
      },
    ],
    ['the page does not want it', () => readTags(placed, { 'X-Country': 'DE' }, { body: false })],
    [
      'the visitor has decided',
      () => readTags(placed, { 'X-Country': 'DE', Cookie: `svc_choice=${choiceOf(placedId)}` }),
    ],
  ])('is empty where %s', async (_name, read) => {
    const { body, head } = await read();
    expect(body).toBe('');
    expect(head).not.toContain('data-frame');
  });

  test.each([
    ['opt-in', true],
    ['opt-out', false],
  ] as const)('for a visitor with a record alone is there under %s: %j', async (type, isThere) => {
    const app = await open({ compliance: { type } });
    await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: type, countries: undefined }),
      localeContent: {},
    });
    const hasFrame = async (cookie: string) =>
      (await readTags(app, { Cookie: cookie })).body.startsWith('<svc-consent');
    expect([await hasFrame(''), await hasFrame(`svc_vid=${crypto.randomUUID()}`)]).toEqual([true, isThere]);
  });
});
