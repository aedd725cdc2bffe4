import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import type { ProfileJson } from '#banners/profiles/profile-schemas';
// Sets the time that tests with a browser can take.
import '../support/browser';
import { runCliHere, startCli } from '../support/cli';
import { testSigningHash } from '../support/create-test-app';
import { blocked, createMisbehavingSite, type MisbehavingSite, script } from '../support/misbehaving-site';
import { createActiveProfile, type NewProfile, profileJson } from '../support/profiles';
import { describeInDeep, isDeep, testInDeep } from '../support/scope';
import { describeWith, serviceAddresses } from '../support/services';
import { createTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

const scanMs = 600_000;
const year = 365 * 86_400;
const setCookie = (name: string, seconds = 3600) =>
  `document.cookie = '${name}=secret-value; path=/; max-age=${seconds}';`;
const store = (name: string) => `localStorage.setItem('${name}', 'secret-value');`;
const load = (address: string) => `new Image().src = '${address}?' + Math.random();`;
const company = { provider: 'Example Ltd', providerContact: 'https://example.com', providerCountry: 'US' };
const analytics = { purpose: 'analytics', listenGpc: true, duration: '30 days', ...company } as const;
const marketing = {
  purpose: 'marketing',
  listenGpc: true,
  cpraCategory: 'sharing',
  duration: '30 days',
  ...company,
} as const;

/** A profile with these parameters, in the categories of their purposes. */
function profileWith(cookies: NonNullable<ProfileJson['cookies']>): NewProfile {
  const base = profileJson();
  const all = { ...base.cookies, ...cookies };
  const { categories = {}, ...modal } = base.preferenceModal ?? {};
  const idsOf = (purpose: string) => Object.keys(all).filter((id) => all[id]?.purpose === purpose);
  return {
    profileJson: profileJson({
      cookies: all,
      preferenceModal: {
        ...modal,
        categories: {
          ...categories,
          analytics: { ...categories.analytics, cookies: idsOf('analytics') },
          marketing: { ...categories.marketing, cookies: idsOf('marketing') },
        },
      },
    }),
  };
}

const toArguments = ({ origin }: MisbehavingSite, args: readonly string[]) => [
  ...['scan', `${origin}/`, '--browser', serviceAddresses.headlessShell, '--no-sandbox'],
  ...['--delay', '0', '--wait', '100', ...args],
];

const scan = (
  site: MisbehavingSite,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) => runCliHere(toArguments(site, args), environment);

/** Returns the findings of a JSON report as `code subject`, without the origin of the site. */
function listFindings(report: string, { origin }: MisbehavingSite): string[] {
  const { findings } = JSON.parse(report) as { findings: { code: string; subject: string }[] };
  return findings.map(({ code, subject }) => `${code} ${subject.replace(origin, '')}`).sort();
}

describeWith('chromium', 'scan', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_scan_`));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe('a site with every fault', () => {
    let site: MisbehavingSite;
    let knex: Knex;
    // A name that would run a script in a report, or colour a terminal.
    const hostile = '"><script>alert(1)<\\/script>\\u001b[31m';
    beforeAll(async () => {
      const connection = { filename: file('consent.sqlite') };
      knex = createKnex({ client: 'better-sqlite3', connection, useNullAsDefault: true });
      site = await createMisbehavingSite(
        (image) => ({
          '/': {
            body: [
              '<a href="/bare">Bare</a> <a href="/logout">Log out</a>',
              script(setCookie('_ga') + setCookie('_fbp', year) + setCookie('mystery')),
              blocked('analytics', setCookie('_gid')),
              script(store('heat') + store(hostile) + load(image('ads')) + load(image('cdn'))),
              blocked('analytics', setCookie('uid')),
              blocked(
                'analytics',
                `setInterval(() => {
                  ${store('again')}
                  if (!/analytics~g/.test(document.cookie)) ${load(image('stats'))}
                }, 20);`,
              ),
              // For one visitor the page is never quiet: each such visit takes some seconds.
              isDeep
                ? script(
                    `if (navigator.globalPrivacyControl) setInterval(() => { ${load(image('cdn'))} }, 50);`,
                  )
                : '',
              script(`addEventListener('keydown', (event) => event.preventDefault(), true);
                setInterval(() => {
                  const buttons = document.querySelector('svc-consent')?.shadowRoot.querySelectorAll('[part~="button"]');
                  if (buttons?.[1]) buttons[1].style.cssText = 'place-self: start; min-height: 0; padding: 0; font-size: 7px';
                }, 20);`),
            ].join(''),
            // A script cannot remove this cookie.
            setCookies: (cookie) =>
              /analytics~g/.test(cookie) ? ['seen=secret-value; HttpOnly; Path=/'] : [],
          },
          '/bare': { hasTag: false },
          '/logout': {},
        }),
        profileWith({
          heat: { ...analytics, name: 'heat', kind: 'localStorage' },
          again: { ...analytics, name: 'again', kind: 'localStorage', domains: ['stats.localhost'] },
          seen: { ...analytics, name: 'seen' },
          uid: { ...marketing, name: 'uid', domains: ['ads.localhost'] },
        }),
        { knex, directory: file('files') },
      );
    });
    afterAll(async () => {
      await site.close();
      await knex.destroy();
    });

    test(
      'every planted fault is found, and nothing else',
      async () => {
        const { code, stdout, stderr } = await scan(site, [
          ...['--place', 'de', '--device', 'desktop', '--format', 'json'],
          ...['--state', file('state.json'), '--propose', file('proposal.json')],
        ]);
        expect(stderr).toBe(`Wrote the proposal to ${file('proposal.json')}.\n`);
        expect(listFindings(stdout, site)).toEqual([
          'banner_missing /bare',
          'banner_not_keyboard the banner',
          'cookie_after_refusal cookie _fbp of 127.0.0.1',
          'cookie_after_refusal cookie _ga of 127.0.0.1',
          'cookie_after_withdrawal cookie _gid of 127.0.0.1',
          'cookie_after_withdrawal cookie seen of 127.0.0.1',
          'cookie_before_consent cookie _fbp of 127.0.0.1',
          'cookie_before_consent cookie _ga of 127.0.0.1',
          'cookie_lifetime_longer cookie _fbp of 127.0.0.1',
          'cookie_never_seen cookie sid',
          'cookie_not_listed cookie _gid of 127.0.0.1',
          'cookie_not_listed cookie mystery of 127.0.0.1',
          'cookie_wrong_category cookie uid of 127.0.0.1',
          'host_after_refusal host ads.localhost',
          'host_after_withdrawal host stats.localhost',
          'host_before_consent host ads.localhost',
          'host_not_listed host cdn.localhost',
          'policy_link_missing the banner',
          'refuse_harder_than_accept the banner',
          'settings_link_missing /bare',
          'storage_after_refusal localStorage entry heat of 127.0.0.1',
          'storage_after_withdrawal localStorage entry again of 127.0.0.1',
          'storage_before_consent localStorage entry heat of 127.0.0.1',
          'storage_not_listed localStorage entry "><script>alert(1)</script>\u001b[31m of 127.0.0.1',
        ]);
        expect(code).toBe(1);
        expect(site.visits).not.toContain('/logout');
      },
      scanMs,
    );

    testInDeep('a finding names the page, the visitor and the script', async () => {
      const { stdout } = await scan(site, [
        ...['--place', 'de', '--device', 'desktop', '--format', 'json', '--state', file('state.json')],
      ]);
      const { findings } = JSON.parse(stdout);
      const find = (code: string, subject: string) =>
        findings.find(
          (finding: { code: string; subject: string }) =>
            finding.code === code && finding.subject.includes(subject),
        ).evidence[0];
      expect(find('cookie_before_consent', '_ga')).toEqual({
        page: `${site.origin}/`,
        visitor: 'undecided, desktop, DE',
        initiator: `${site.origin}/:1`,
        detail: null,
      });
      expect(find('cookie_after_withdrawal', 'seen').initiator).toBe(`response of ${site.origin}/`);
      expect(find('host_before_consent', 'ads').detail).toMatch(
        /^image http:\/\/ads\.localhost:\d+\/pixel\.svg$/,
      );
      expect(find('cookie_lifetime_longer', '_fbp').detail).toBe('kept for 1 year, listed as 3 months');
    });

    testInDeep('a complete state is reported again without visiting a page, in another format', async () => {
      const before = site.visits.length;
      const { stdout, code } = await scan(site, [
        ...['--place', 'de', '--device', 'desktop', '--format', 'html', '--state', file('state.json')],
      ]);
      expect([site.visits.length, code]).toEqual([before, 1]);
      expect(stdout).toContain('src="data:image/jpeg;base64,');
      expect(stdout).not.toContain('<script');
      expect(await readFile(file('state.json'), 'utf8')).not.toContain('secret-value');
    });

    test('known findings pass, and only the code of --fail-on fails', async () => {
      const again = (...args: string[]) =>
        scan(site, ['--place', 'de', '--device', 'desktop', '--state', file('state.json'), ...args]);
      await again('--format', 'json', '--output', file('baseline.json'));
      const known = await again('--baseline', file('baseline.json'), '--fail-on', 'warning');
      expect(known).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^0 errors, 0 warnings on 2 pages/),
      });
      expect(known.stdout).toContain('24 known findings not shown');
      expect((await again('--fail-on', 'gpc_ignored')).code).toBe(0);
      expect((await again('--fail-on', 'banner_missing')).code).toBe(1);
    });

    test('the proposal has what the catalogue knows, and lists the rest', async () => {
      expect(JSON.parse(await readFile(file('proposal.json'), 'utf8'))).toMatchObject({
        cookies: { 'ga-gid': { name: '_gid' } },
        categories: { analytics: ['ga-gid'] },
        unknown: [
          'cookie mystery of 127.0.0.1',
          'host cdn.localhost',
          'localStorage entry "><script>alert(1)</script>\u001b[31m of 127.0.0.1',
        ],
      });
    });

    test('a draft of the profile lists it in every language, once, and is not published', async () => {
      const draft = () =>
        scan(
          site,
          [
            ...['--place', 'de', '--device', 'desktop'],
            ...['--state', file('state.json'), '--output', file('t.txt')],
            ...['--draft', '--database', file('consent.sqlite'), '--storage', file('files')],
          ],
          { EXPRESS_CONSENT_DATA_SIGNING_HASH: testSigningHash },
        );
      const { stderr, code } = await draft();
      expect(stderr).toContain('Drafted version 2 of the profile "Shop EU" with _gid.');
      expect(stderr).toContain(
        'Only you can say the category of: cookie mystery of 127.0.0.1, host cdn.localhost',
      );
      expect(stderr).toContain('The dashboard lists them under Findings.');
      expect(stderr).not.toContain('\u001b');
      expect(code).toBe(1);
      const { app } = site;
      const [, id] = /GET \/profiles\/(\S+)/.exec(stderr) ?? [];
      const { body } = await app.request
        .get(`${app.adminBase}/profiles/${id}?include=localeContent`)
        .set(await app.asAdmin())
        .expect(200);
      expect([body.version, body.publishedVersion]).toEqual([2, 1]);
      expect(body.profileJson.preferenceModal.categories.analytics.cookies).toContain('ga-gid');
      expect(body.profileJson.cookies['ga-gid']).toMatchObject({ name: '_gid', purpose: 'analytics' });
      expect(body.localeContent.de.cookies['ga-gid'].description).toMatch(/^Unterscheidet Besucher/);
      const { body: found } = await app.request
        .get(`${app.adminBase}/findings/unlisted`)
        .set(await app.asAdmin())
        .expect(200);
      const scanned = found.items.filter(({ sources }: { sources: string[] }) => sources.includes('scan'));
      expect(scanned).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'mystery', kind: 'cookie', waitingIn: [] }),
          expect.objectContaining({ name: 'cdn.localhost', kind: 'host' }),
          expect.objectContaining({ name: '_gid', waitingIn: [expect.objectContaining({ version: 2 })] }),
        ]),
      );
      expect(scanned.filter(({ kind }: { kind: string }) => kind === 'localStorage')).not.toEqual([]);
      const again = await draft();
      expect(again.stderr).toContain('Nothing to add to the profile "Shop EU".');
    });
  });

  describe('a site that keeps to its profile', () => {
    let site: MisbehavingSite;
    beforeAll(async () => {
      site = await createMisbehavingSite(
        (image) => ({
          '/': {
            body: [
              '<a href="/privacy">Privacy</a>',
              blocked('analytics', setCookie('_ga') + setCookie('_gid') + store('heat')),
              blocked('marketing', setCookie('_fbp') + load(image('ads'))),
            ].join(''),
            setCookies: () => ['sid=secret-value; HttpOnly; Path=/'],
          },
          '/privacy': { body: '<p>Our policy.</p>' },
        }),
        profileWith({
          gid: { ...analytics, name: '_gid' },
          heat: { ...analytics, name: 'heat', kind: 'localStorage' },
          ads: { ...marketing, name: 'ads', kind: 'pixel', domains: ['ads.localhost'] },
        }),
      );
    });
    afterAll(() => site.close());

    testInDeep(
      'has no findings on a desktop and on a phone, also after an interruption',
      async () => {
        const args = [
          '--place',
          'de',
          '--format',
          'json',
          '--fail-on',
          'warning',
          '--state',
          file('clean.json'),
        ];
        await rm(file('clean.json'), { force: true });
        const { child, ended } = startCli(toArguments(site, args));
        const hasState = () =>
          access(file('clean.json')).then(
            () => true,
            () => child.exitCode !== null,
          );
        await until(hasState, 'the state of the first visitor', 180_000);
        child.kill('SIGINT');
        expect(await ended).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('with --state it continues where it stopped'),
        });
        const { code, stdout } = await scan(site, args);
        expect(listFindings(stdout, site)).toEqual([]);
        expect([code, JSON.parse(stdout).visitors]).toEqual([
          0,
          [
            'undecided, desktop, DE',
            'gpc, desktop, DE',
            'refused, desktop, DE',
            'accepted, desktop, DE',
            'only analytics, desktop, DE',
            'only marketing, desktop, DE',
            'withdrawn, desktop, DE',
            'undecided, phone, DE',
            'refused, phone, DE',
          ],
        ]);
        // Ten visits of each page at least: two of the phone, and those of the desktop before and after a decision.
        expect(site.visits.filter((path) => path === '/privacy').length).toBeGreaterThan(8);
      },
      scanMs,
    );
  });

  describeInDeep('a tenant whose visitors nobody asks first', () => {
    let site: MisbehavingSite;
    let tenantId = '';
    beforeAll(async () => {
      const page = {
        hasTag: false,
        get body() {
          return `<script src="/svc/widget.js" data-tenant="${tenantId}" async></script>${script(setCookie('PREF'))}`;
        },
      };
      site = await createMisbehavingSite(() => ({ '/': page }), {}, { config: { tenancy } });
      tenantId = (await createTenant(site.app, 'north')).id;
      const profile = await readFile(
        join(__dirname, '../../examples/minimal/profiles/us-opt-out-strict.json'),
        'utf8',
      );
      await createActiveProfile(site.app, JSON.parse(profile), tenantId);
    });
    afterAll(() => site.close());

    test(
      'is visited from the places of its own profiles, and its advertising ignores Global Privacy Control',
      async () => {
        const { stdout, stderr } = await scan(site, [
          ...['--place', 'all', '--service', `${site.origin}/svc`, '--tenant', tenantId],
          ...['--device', 'desktop', '--format', 'json'],
        ]);
        expect({ stdout, stderr }).toMatchObject({ stdout: expect.stringMatching(/^\{/) });
        const visitors: string[] = JSON.parse(stdout).visitors;
        expect(new Set(visitors.map((visitor) => visitor.split(', ')[2]))).toEqual(new Set(['US-CA']));
        const found = listFindings(stdout, site);
        expect(found).toContain('gpc_ignored cookie PREF of 127.0.0.1');
        expect(found.filter((line) => line.includes('before_consent'))).toEqual([]);
      },
      scanMs,
    );
  });
});
