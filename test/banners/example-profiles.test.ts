import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { ProfileCreate } from '#banners/profiles/index';
import { consentCalls } from '../support/consent';
import { openAdminApp } from '../support/open-admin-app';
import { profileJson } from '../support/profiles';

const directory = 'examples/profiles';
const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
const read = (file: string): ProfileCreate => JSON.parse(readFileSync(join(directory, file), 'utf8'));

const app = openAdminApp({}, 'all tests');

test('there are five, each for another group, each in two languages at least', () => {
  const profiles = files.map(read);
  expect(new Set(profiles.map(({ profileJson }) => profileJson.complianceGroup)).size).toBe(5);
  for (const { localeContent } of profiles)
    expect(Object.keys(localeContent ?? {}).length).toBeGreaterThan(0);
  const told = readFileSync(join(directory, 'README.md'), 'utf8');
  for (const file of files)
    expect(told).toContain(`(${file}) | \`${read(file).profileJson.complianceGroup}\``);
});

test('the profile that the getting-started guide prints is saved without a warning', async () => {
  const guide = readFileSync('docs/guide/getting-started.md', 'utf8');
  const printed = /call\('POST', '\/profiles', (\{\n[\s\S]+?\n\}), token\)/.exec(guide)?.[1];
  const profile: ProfileCreate = runInNewContext(`(${printed})`);
  const saved = await app.call('post', '/profiles', profile).expect(201);
  expect(saved.body.warnings).toEqual([]);
});

test('a name that no cookie can have is a warning', async () => {
  const profile = profileJson();
  Object.assign(profile.cookies?.ga ?? {}, { name: '_ga, _ga_*' });
  const body = { name: 'EU', defaultLocale: 'en', profileJson: profile };
  const saved = await app.call('post', '/profiles', body).expect(201);
  expect(saved.body.warnings).toEqual([
    expect.objectContaining({
      rule: 'parameter/not-one-name',
      parameter: 'ga',
      message: expect.stringContaining('“_ga, _ga_*”'),
    }),
  ]);
});

describe.each(files)('%s', (file) => {
  const body = read(file);
  const group = String(body.profileJson.complianceGroup);
  const locales = [body.defaultLocale, ...Object.keys(body.localeContent ?? {})];
  const categories = Object.entries(body.profileJson.preferenceModal?.categories ?? {});
  let id: string;

  test('is saved without a warning and activated', async () => {
    const saved = await app.call('post', '/profiles', body).expect(201);
    expect(saved.body.warnings).toEqual([]);
    id = saved.body.id;
    await app.call('post', `/profiles/${id}/activate`).expect(200);
  });

  test.each(locales)('is served in %s with the texts of that language', async (locale) => {
    const served = (
      await app.request.get(`${app.publicBase}/profiles/default/${group}/${locale}`).expect(200)
    ).body;
    const own = locale === body.defaultLocale ? body.profileJson : body.localeContent?.[locale];
    expect(served).toMatchObject({
      id,
      currentLocale: locale,
      complianceGroup: group,
    });
    for (const [cookie, facts] of Object.entries(body.profileJson.cookies ?? {}))
      expect(served.cookies[cookie]).toEqual({ ...facts, ...own?.cookies?.[cookie] });
    expect(served.mainBanner.heading).toBe(own?.mainBanner?.heading);
    expect(served.mainBanner.buttons.map(({ text }: { text: string }) => text)).toEqual(
      own?.mainBanner?.buttons?.map(({ text }) => text),
    );
    expect(served.preferenceModal.heading).toBe(own?.preferenceModal?.heading);
    for (const [category, { cookies }] of categories) {
      expect(served.preferenceModal.categories[category]).toMatchObject({
        ...own?.preferenceModal?.categories?.[category],
        cookies,
      });
    }
  });

  test.each(['granted', 'denied'])(
    'a visitor’s choice, everything optional %s, is recorded, read back and valid',
    async (choice) => {
      const consents = consentCalls(app);
      const consentJson = Object.fromEntries(
        categories.map(([category, { legalBasis }]) => [
          category,
          legalBasis === 'mandatory' ? 'granted' : choice,
        ]),
      );
      const locale = locales.at(-1);
      const { body: submitted } = await consents.submit({ profileId: id, consentJson, locale }).expect(200);
      const { body: record } = await consents.read(submitted.visitorId).expect(200);
      expect(record).toMatchObject({ profileId: id, profileVersion: 1, consentJson, locale });
      expect((await consents.verify(submitted.visitorId).expect(200)).body).toMatchObject({
        valid: true,
        reason: null,
        activeProfileId: id,
      });
    },
  );
});
