import type { LocaleContent } from '#banners/profiles/profile-schemas';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, germanContent, profileJson } from '../support/profiles';

const app = openAdminApp();

const german = (heading: string): LocaleContent => {
  const { mainBanner } = germanContent();
  return germanContent({ mainBanner: { ...mainBanner, heading } });
};
const path = 'mainBanner.heading';

const save = async (id: string, body: object) => {
  const answer = (await app.call('put', `/profiles/${id}`).send(body).expect(200)).body;
  return answer.profile === undefined ? answer : { ...answer.profile, warnings: answer.warnings };
};
const read = async (id: string) =>
  (await app.call('get', `/profiles/${id}?include=localeContent`).expect(200)).body;
const unchecked = async (id: string) => (await read(id)).uncheckedTexts;
const summary = async (id: string) =>
  (await app.call('get', '/profiles?summary=1').expect(200)).body.find(
    (profile: { id: string }) => profile.id === id,
  );
const machine = (warnings: readonly { rule: string }[]) =>
  warnings.filter(({ rule }) => rule === 'content/machine-translation');

describe('A text that no person has checked', () => {
  test('is marked until it changes, also after publishing and further versions', async () => {
    const { id } = await createProfile(app);
    expect(await unchecked(id)).toEqual({});
    const marks = { de: { [path]: 'machine', 'mainBanner.htmlText': 'starter' } };
    await save(id, { localeContent: { de: german('Ihre Daten') }, uncheckedTexts: marks });
    await app.call('post', `/profiles/${id}/activate`).expect(200);
    await save(id, { name: 'Another name' });
    expect(await unchecked(id)).toEqual(marks);
    expect(await summary(id)).toMatchObject({ uncheckedTexts: { de: { machine: 1, starter: 1 } } });
    await save(id, { localeContent: { de: german('Ihre Wahl') } });
    expect(await unchecked(id)).toEqual({ de: { 'mainBanner.htmlText': 'starter' } });
    await save(id, { localeContent: { de: null } });
    expect(await unchecked(id)).toEqual({});
  });

  test('is no longer marked when a person calls it right as it is', async () => {
    const { id } = await createProfile(app);
    await save(id, {
      localeContent: { de: german('Ihre Daten') },
      uncheckedTexts: { de: { [path]: 'machine' } },
    });
    await save(id, { reviewedTexts: { de: [path] } });
    expect(await unchecked(id)).toEqual({});
    await save(id, { name: 'Another name' });
    expect(await unchecked(id)).toEqual({});
  });

  test('has the marks of its version after a roll-back, and those of the original in a copy', async () => {
    const { id } = await createProfile(app);
    await save(id, {
      localeContent: { de: german('Ihre Daten') },
      uncheckedTexts: { de: { [path]: 'machine' } },
    });
    const copy = (await app.call('post', `/profiles/${id}/copy`).expect(201)).body;
    expect(machine(copy.warnings)).toHaveLength(1);
    expect(await unchecked(copy.id)).toEqual({ de: { [path]: 'machine' } });
    await save(id, { localeContent: { de: german('Ihre Wahl') } });
    await app.call('post', `/profiles/${id}/rollback`).send({ version: 2 }).expect(200);
    expect(await unchecked(id)).toEqual({ de: { [path]: 'machine' } });
  });

  test('is marked by itself when it is the text of the default locale, except in the same language', async () => {
    const copied = 'The same heading in two languages';
    const { mainBanner } = profileJson();
    const { id } = await createProfile(app, {
      profileJson: profileJson({ mainBanner: { ...mainBanner, heading: copied } }),
      localeContent: { de: german(copied), 'en-GB': german(copied) },
    });
    expect(await unchecked(id)).toEqual({ de: { [path]: 'copied' } });
    await save(id, { reviewedTexts: { de: [path] } });
    await save(id, { localeContent: { de: german(copied) } });
    expect(await unchecked(id)).toEqual({});
  });

  test('is not marked where the locale has no such text, or names need no translation', async () => {
    const { id } = await createProfile(app);
    await save(id, {
      localeContent: { de: germanContent() },
      uncheckedTexts: {
        de: { 'choicesLink.text': 'machine', 'cookies.ga.name': 'machine' },
        xx: { [path]: 'machine' },
      },
    });
    expect(await unchecked(id)).toEqual({});
    const { body } = await app
      .call('put', `/profiles/${id}`)
      .send({ uncheckedTexts: { de: { [path]: 'a guess' } } })
      .expect(400);
    expect(body.code).toBe('validation_failed');
  });

  test('is counted once when it is outdated too', async () => {
    const { id } = await createProfile(app);
    const marks = { de: { [path]: 'machine' } };
    await save(id, { localeContent: { de: german('Ihre Daten') }, uncheckedTexts: marks });
    expect(await summary(id)).toMatchObject({
      textCount: 15,
      missingTexts: { de: 5 },
      outdatedTexts: {},
      uncheckedTexts: { de: { machine: 1 } },
    });
    const { mainBanner } = profileJson();
    await save(id, { profileJson: profileJson({ mainBanner: { ...mainBanner, heading: 'Your choice' } }) });
    expect(await summary(id)).toMatchObject({ outdatedTexts: { de: 1 }, uncheckedTexts: { de: {} } });
    expect(await unchecked(id)).toEqual(marks);
  });

  test('is a warning of each save and of the preview while a machine translated it', async () => {
    const { id } = await createProfile(app);
    const marks = { de: { [path]: 'machine', 'mainBanner.htmlText': 'starter' } };
    const saved = await save(id, { localeContent: { de: german('Ihre Daten') }, uncheckedTexts: marks });
    expect(machine(saved.warnings)).toEqual([
      {
        rule: 'content/machine-translation',
        locale: 'de',
        law: expect.stringContaining('GDPR art. 12(1)'),
        message: expect.stringContaining(path),
      },
    ]);
    expect(machine((await save(id, { name: 'Again' })).warnings)).toHaveLength(1);
    const { defaultLocale, profileJson: content, localeContent } = await read(id);
    const preview = async (uncheckedTexts: object) =>
      (
        await app
          .call('post', '/profiles/preview')
          .send({ defaultLocale, profileJson: content, localeContent, uncheckedTexts })
          .expect(200)
      ).body.warnings;
    expect(machine(await preview(marks))).toHaveLength(1);
    expect(machine(await preview({ de: { 'choicesLink.text': 'machine' } }))).toEqual([]);
    expect(machine((await save(id, { reviewedTexts: { de: [path] } })).warnings)).toEqual([]);
  });
});

describe('The words of the widget', () => {
  test('are a warning where a binding signal needs the words of the law', async () => {
    const strict = { complianceGroup: 'opt-out-strict' as const, countries: ['US-CA'] };
    const wrong = async (optOutHonoured: string) =>
      (
        await app
          .call('post', '/profiles/preview')
          .send({ defaultLocale: 'en', profileJson: profileJson({ ...strict, words: { optOutHonoured } }) })
          .expect(200)
      ).body.warnings.filter(({ rule }: { rule: string }) => rule === 'content/word-required');
    expect(await wrong('Signal seen')).toMatchObject([{ locale: 'en', field: 'words.optOutHonoured' }]);
    expect(await wrong('Your opt-out was honored')).toEqual([]);
    expect(await wrong(' ')).toEqual([]);
  });
});
