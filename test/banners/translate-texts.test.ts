import type { TranslateHook } from '#platform/kernel/host-types';
import { createUser } from '../support/accounts';
import { openAdminApp } from '../support/open-admin-app';
import { profileJson } from '../support/profiles';

const path = 'mainBanner.heading';
const html = 'mainBanner.htmlText';

/** The calls of the host's function, and its next behaviour. */
let calls: Parameters<TranslateHook>[] = [];
let hook: TranslateHook = () => [];
const upper: TranslateHook = (texts) =>
  texts.map((text) => text.replace(/[a-z]+(?![^<]*>|[^{]*\}|[^&\s]*;)/g, (word) => word.toUpperCase()));
beforeEach(() => {
  calls = [];
  hook = upper;
});

describe('Texts that the host translates', () => {
  const app = openAdminApp(
    {
      config: {
        rateLimit: false,
        translate: (...call) => {
          calls.push(call);
          return hook(...call);
        },
      },
      translationTimeoutMs: 200,
    },
    'all tests',
  );
  const translate = (texts: Record<string, string>, more: object = {}) =>
    app.call('post', '/profiles/translate').send({ from: 'en', to: 'de', texts, ...more });

  test('are answered by path; the function gets HTML, the locales and a signal', async () => {
    const { body } = await translate({
      [path]: 'Your data & you',
      [html]: '<p>Read our <a href="/privacy">policy</a></p>',
      'choicesLink.text': ' ',
    }).expect(200);
    expect(body).toEqual({
      texts: {
        [path]: 'YOUR DATA & YOU',
        [html]: '<p>READ OUR <a href="/privacy" rel="noopener">POLICY</a></p>',
      },
      refused: {},
    });
    const [[texts, from, to, call] = []] = calls;
    expect([from, to]).toEqual(['en', 'de']);
    expect(texts?.[0]).toBe('Your data &amp; you');
    expect(call).toMatchObject({ tenantId: 'default', signal: expect.any(AbortSignal) });
    expect((await translate({}).expect(200)).body).toEqual({ texts: {}, refused: {} });
    expect(calls).toHaveLength(1);
  });

  test('are refused one by one when they lose a placeholder or a link, or say nothing', async () => {
    const answers: Readonly<Record<string, string>> = {
      'Are you {age}?': 'Wie alt sind Sie?',
      'Your privacy': '<i></i>',
      'Your choices': 'x'.repeat(1001),
    };
    hook = (texts) => texts.map((text) => answers[text] ?? (text.includes('href') ? '<p>Lies</p>' : 'Gut'));
    const { body } = await translate({
      'ageGate.heading': 'Are you {age}?',
      [path]: 'Your privacy',
      'preferenceModal.heading': 'Your choices',
      [html]: '<p>Read <a href="/privacy">this</a></p>',
      'choicesLink.text': 'Privacy',
    }).expect(200);
    expect(body).toEqual({
      texts: { 'choicesLink.text': 'Gut' },
      refused: {
        'ageGate.heading': 'placeholders',
        [path]: 'blank',
        'preferenceModal.heading': 'invalid',
        [html]: 'links',
      },
    });
  });

  test('contain only the markup that operators may write', async () => {
    hook = (texts) => texts.map(() => '<p onclick="steal()">Gut</p><script>steal()</script><img src=x>');
    const { body } = await translate({ [path]: 'Good', [html]: '<p>Good</p>' }).expect(200);
    expect(body.texts).toEqual({ [path]: 'Gut', [html]: '<p>Gut</p>' });
  });

  test.each<[string, TranslateHook]>([
    [
      'throws',
      () => {
        throw new Error('Your privacy: quota exceeded');
      },
    ],
    ['rejects with a value', () => Promise.reject('Your privacy')],
    ['answers fewer texts', () => []],
    ['answers other values', () => [1] as unknown as string[]],
    ['answers no list', () => 'Ihre' as unknown as string[]],
    ['answers far more than it got', () => ['<b>'.repeat(400_000)]],
    ['takes too long', () => new Promise(() => {})],
  ])('are 502 when the function %s, and the log says why without the texts', async (_what, failing) => {
    hook = failing;
    const before = app.logger.lines.length;
    const { body } = await translate({ [path]: 'Your privacy' }).expect(502);
    expect(body.code).toBe('translation_failed');
    const lines = app.logger.lines.slice(before).filter((line) => line.includes('`translate` failed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('Your privacy');
    expect(JSON.parse(lines[0] ?? '').error).not.toBe('');
  });

  test('are refused before the function is called when there are too many, or a language is none', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, index) => [`cookies.c${index}.description`, 'a']),
    );
    await translate(many).expect(400);
    await translate({ [html]: 'a'.repeat(60_000), 'gpcBanner.htmlText': 'a'.repeat(60_000) }).expect(400);
    const { body } = await translate({ [path]: 'a' }, { to: 'not a language' }).expect(400);
    expect(body.details).toMatchObject([{ path: 'to' }]);
    expect(calls).toEqual([]);
  });

  test('need the permission to change profiles', async () => {
    const { as } = await createUser(app, { role: 'viewer' });
    const { body } = await app.request
      .post(`${app.adminBase}/profiles/translate`)
      .set(as)
      .send({ from: 'en', to: 'de', texts: { [path]: 'a' } })
      .expect(403);
    expect(body.code).toBe('forbidden');
  });
});

describe('Many texts at once', () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const translateLater: TranslateHook = async (texts) => {
    await finished;
    return texts;
  };
  const app = openAdminApp({ config: { rateLimit: false, translate: translateLater } }, 'all tests');

  test('wait for each other, and are 503 when too many wait', async () => {
    const body = { from: 'en', to: 'de', texts: { [path]: 'a' } };
    const asked = Array.from({ length: 26 }, () =>
      app
        .call('post', '/profiles/translate')
        .send(body)
        .then(({ status }) => status),
    );
    expect(await Promise.race(asked)).toBe(503);
    finish();
    const statuses = await Promise.all(asked);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  });
});

describe('Without a function of the host', () => {
  const app = openAdminApp({}, 'all tests');

  test('no texts are translated', async () => {
    const texts = { [path]: 'a' };
    const { body } = await app
      .call('post', '/profiles/translate')
      .send({ from: 'en', to: 'de', texts })
      .expect(404);
    expect(body.code).toBe('translation_disabled');
  });

  const starter = async (locale: string, overrides = {}) =>
    (
      await app
        .call('post', '/profiles/starter-texts')
        .send({ profileJson: profileJson(overrides), locale })
        .expect(200)
    ).body;

  test('starter texts fit the buttons, categories, cookies and links of a profile', async () => {
    const { locale, texts } = await starter('de-AT');
    expect(locale).toBe('de');
    expect(texts).toMatchObject({
      'mainBanner.heading': 'Ihre Daten, Ihre Entscheidung',
      'mainBanner.buttons[0].text': 'Alle akzeptieren',
      'mainBanner.buttons[1].text': 'Alle ablehnen',
      'preferenceModal.categories.marketing.heading': 'Marketing',
    });
    expect(texts['mainBanner.htmlText']).toContain('Shop Ltd');
    expect(texts['cookies.ga.description']).toEqual(expect.any(String));
    expect(Object.keys(texts).filter((key) => key.startsWith('gpcBanner'))).toEqual([]);
  });

  test('starter texts leave out what they cannot know, and other languages', async () => {
    const { mainBanner, preferenceModal } = profileJson();
    const { texts } = await starter('fr', {
      mainBanner: {
        ...mainBanner,
        htmlText: '<p><a href="/legal?a=1&amp;b=2">Policy</a></p>',
        buttons: [{ text: 'Only statistics', action: 'custom', cookies: ['ga'] }],
      },
      preferenceModal: { ...preferenceModal, categories: { extras: { heading: 'Extras', cookies: [] } } },
      gpcBanner: { htmlText: '<p>Signal</p>', buttons: [{ text: 'OK', action: 'submit' }] },
    });
    expect(Object.keys(texts)).not.toContain('mainBanner.buttons[0].text');
    expect(Object.keys(texts)).not.toContain('preferenceModal.categories.extras.heading');
    expect(texts['mainBanner.htmlText']).toContain('href="/legal?a=1&amp;b=2"');
    expect(texts['gpcBanner.buttons[0].text']).toEqual(expect.any(String));
    expect(await starter('sw')).toEqual({ locale: null, texts: {} });
  });
});
