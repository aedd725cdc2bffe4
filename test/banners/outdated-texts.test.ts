import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import { openAdminApp } from '../support/open-admin-app';
import { createProfile, germanContent, profileJson } from '../support/profiles';

const app = openAdminApp();

const english = (heading: string): ProfileJson =>
  profileJson({ mainBanner: { ...profileJson().mainBanner, heading } });
const other = (heading: string): LocaleContent => {
  const { mainBanner } = germanContent();
  return germanContent({ mainBanner: { ...mainBanner, heading } });
};

const create = () => createProfile(app, { localeContent: { de: germanContent(), fr: germanContent() } });
const save = (id: string, body: object) => app.call('put', `/profiles/${id}`).send(body).expect(200);
const outdated = async (id: string) =>
  (await app.call('get', `/profiles/${id}?include=localeContent`).expect(200)).body.outdatedTexts;
const counts = async (id: string) =>
  (await app.call('get', '/profiles?summary=1').expect(200)).body.find(
    (profile: { id: string }) => profile.id === id,
  ).outdatedTexts;

describe('A translation that is older than the text that it translates', () => {
  test('is marked until it is translated, also after publishing and further versions', async () => {
    const { id } = await create();
    expect(await outdated(id)).toEqual({});
    await save(id, { profileJson: english('Your choice') });
    const heading = { 'mainBanner.heading': 2 };
    expect(await outdated(id)).toEqual({ de: heading, fr: heading });
    await app.call('post', `/profiles/${id}/activate`).expect(200);
    await save(id, { name: 'Another name' });
    await app.call('post', `/profiles/${id}/activate`).expect(200);
    expect(await outdated(id)).toEqual({ de: heading, fr: heading });
    expect(await counts(id)).toEqual({ de: 1, fr: 1 });
    await save(id, { localeContent: { de: other('Ihre Wahl') } });
    expect(await outdated(id)).toEqual({ fr: heading });
    await save(id, { localeContent: { fr: null } });
    expect(await outdated(id)).toEqual({});
  });

  test('is not marked when it changes together with its source', async () => {
    const { id } = await create();
    await save(id, { profileJson: english('Your choice'), localeContent: { de: other('Ihre Wahl') } });
    expect(Object.keys(await outdated(id))).toEqual(['fr']);
  });

  test('is no longer marked when a person calls it right, or its source is again what it was', async () => {
    const { id } = await create();
    await save(id, { profileJson: english('Your choice') });
    await save(id, { reviewedTexts: { de: ['mainBanner.heading', 'no.such.text'], xx: ['a'] } });
    expect(Object.keys(await outdated(id))).toEqual(['fr']);
    await save(id, { profileJson: english('Your privacy') });
    // German was called right for the text that has just changed again.
    expect(await outdated(id)).toEqual({ de: { 'mainBanner.heading': 4 } });
    const { body } = await app.call('get', '/audit?action=profile:updated').expect(200);
    expect(body.items[1].changes).toMatchObject({ reviewedTexts: 3 });
  });

  test('has the marks of its version after a roll-back, and those of the original in a copy', async () => {
    const { id } = await create();
    await save(id, { profileJson: english('Your choice') });
    await save(id, { localeContent: { de: other('Ihre Wahl') } });
    await app.call('post', `/profiles/${id}/rollback`).send({ version: 2 }).expect(200);
    expect(Object.keys(await outdated(id))).toEqual(['de', 'fr']);
    const copy = (await app.call('post', `/profiles/${id}/copy`).expect(201)).body;
    expect(Object.keys(await outdated(copy.id))).toEqual(['de', 'fr']);
    await app.call('post', `/profiles/${id}/rollback`).send({ version: 1 }).expect(200);
    expect(await outdated(id)).toEqual({});
  });

  test('is marked by an import of texts too, and only for texts that are translated', async () => {
    const { id } = await create();
    const { text } = await app.call('get', `/export/translations/${id}`).expect(200);
    const [head = '', first = ''] = text.split('\r\n');
    await app
      .call('post', `/profiles/${id}/import-translations`)
      .set('Content-Type', 'text/csv')
      .send(`${head}\r\n${first.replace('Your privacy', 'Your choice')}\r\n`)
      .expect(200);
    expect(await outdated(id)).toMatchObject({ de: { 'mainBanner.heading': 2 } });
    await save(id, {
      profileJson: { ...english('Your choice'), privacyUrl: 'https://shop.example/privacy' },
    });
    expect(Object.keys((await outdated(id)).de)).toEqual(['mainBanner.heading']);
  });

  test('keeps its mark when another language becomes the default one', async () => {
    const { id } = await create();
    await save(id, { profileJson: english('Your choice') });
    const german = germanContent();
    await save(id, {
      defaultLocale: 'de',
      profileJson: {
        ...profileJson(),
        mainBanner: {
          ...profileJson().mainBanner,
          ...german.mainBanner,
          buttons: profileJson().mainBanner?.buttons,
        },
      },
    });
    expect(await outdated(id)).toEqual({ fr: { 'mainBanner.heading': 2 } });
  });
});
