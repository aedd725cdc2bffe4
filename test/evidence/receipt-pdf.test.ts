import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfDocument } from '#platform/pdf/pdf-document';
import { createPdfWorker } from '#platform/pdf/pdf-worker-client';
import { addSignIn, openDevice } from '../support/account-devices';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { fontFiles } from '../support/fonts';
import { importFile } from '../support/imports';
import { germanContent, profileJson, serviceProfileJson } from '../support/profiles';
import { silentLogger } from '../support/published-files';
import { contentIn, createReceiptProfile, infoOf, receiptCalls, textOf } from '../support/receipts';
import { describeInAll, pickSome, testInAll, testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

let app: TestApp;
let receipts: ReturnType<typeof receiptCalls>;
let profileId: string;
let visitors = 0;

async function open(
  config: TestAppOptions['config'] = {},
  options: Omit<TestAppOptions, 'config'> = {},
): Promise<void> {
  app = await createTestApp({ ...options, config: { rateLimit: false, ...config } });
  receipts = receiptCalls(app);
}

async function decided(body: object = {}): Promise<string> {
  visitors += 1;
  const visitorId = `visitor-${visitors}`;
  await consentCalls(app)
    .submit({
      visitorId,
      profileId,
      consentJson: { necessary: 'granted', analytics: 'granted', marketing: 'denied' },
      ...body,
    })
    .expect(200);
  return visitorId;
}

async function pdfOf(body: object = {}): Promise<Buffer> {
  const { status, body: pdf } = await receipts.pdf(await decided(body));
  if (status !== 200) throw new Error(`no receipt: ${status} ${pdf}`);
  return pdf;
}

/** On one line, so that it does not matter where lines were broken. */
const readIn = async (pdf: Buffer) => (await textOf(pdf)).replace(/\s+/g, ' ');

describeWith('poppler', 'with the built-in font', () => {
  beforeAll(async () => {
    const publicUrl = 'https://shop.example/svc/api/v1';
    const withdrawalUrl = 'https://shop.example/privacy?a=1&b=2';
    await open({ receipts: { contact: 'privacy@shop.example', withdrawalUrl, publicUrl } });
    profileId = (await createReceiptProfile(app, {}, { de: germanContent() })).id;
  });
  afterAll(() => app.close());

  test('a receipt is a tagged PDF with title, author and language, offered as a file', async () => {
    const { headers, body } = await receipts.pdf(await decided({ locale: 'de-AT' })).expect(200);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="consent-receipt-[A-Za-z0-9]{1,6}-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    const info = await infoOf(body);
    for (const line of [
      /^Title: +Einwilligungsbeleg$/m,
      /^Author: +Shop Ltd$/m,
      /^Tagged: +yes$/m,
      /^Page size: .*A4/m,
      /^PDF version: +1\.7$/m,
    ])
      expect(info).toMatch(line);
    expect(body.toString('latin1')).toContain('/Lang (de-AT)');
    expect(body.toString('latin1')).toContain('/URI (https://shop.example/privacy?a=1&b=2)');
  });

  test('says in the visitor’s language what the JSON says', async () => {
    const visitorId = await decided({ locale: 'de-AT', timezone: 'Europe/Vienna', tcfString: 'TC-string' });
    const text = (await readIn((await receipts.pdf(visitorId)).body)).replace(/ /g, '');
    const { body: json } = await receipts.json(visitorId);
    const said = [
      ...[
        json.record_id,
        json.pii_principal_id,
        json.noticeSha256,
        json.privacy_notice,
        json.tcString,
        `${json.profileId}/1`,
      ],
      ...[
        'Shop Ltd',
        'privacy@shop.example',
        'https://shop.example/privacy?a=1&b=2',
        'Österreich',
        'GDPR',
        'Ihre Privatsphäre',
        '2 Partner verwenden Cookies. Datenschutz',
      ],
      ...[
        'Notwendig',
        'Immer aktiv',
        'Statistik',
        'Erlaubt',
        'Werbung',
        'Abgelehnt',
        'Counts visits.',
        'Google',
        '13 Monate',
        'Meta',
        '90 Tage',
        'Einwilligung erteilt',
        'Gültig',
      ],
    ];
    // Where a line ends with a hyphen, Poppler takes it for one that was put in.
    const bare = (part: string) => part.replace(/[\s-]/g, '');
    expect(said.filter((part) => !bare(text).includes(bare(part)))).toEqual([]);
    const date = new Intl.DateTimeFormat('de-AT', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(json.decidedAt),
    );
    expect(text).toContain(`am${date}zuCookies`.replace(/\s/g, ''));
  });

  test('says that a parent has not agreed, and blames no signal for it', async () => {
    const [calls, visitorId] = [consentCalls(app), 'child'];
    const { body: asked } = await calls.askParent(visitorId, { profileId }).expect(200);
    await calls
      .submit({ visitorId, profileId, consentJson: allGranted, parentalConsentToken: asked.token })
      .set('Cookie', cookieOf(visitorId))
      .expect(200);
    const { body } = await receipts.json(visitorId);
    expect([body.parentalConsent, body.purposes.at(-1).limitedBy]).toEqual(['pending', 'parent']);
    const pending = await readIn((await receipts.pdf(visitorId)).body);
    expect(pending).toContain('Not in effect: a parent has not agreed.');
    expect(pending).not.toContain('privacy signal');
    await calls.resolveParent(asked.token).expect(200);
    expect((await receipts.json(visitorId)).body).toMatchObject({
      parentalConsent: 'granted',
      parentalDenied: [],
    });
    expect(await readIn((await receipts.pdf(visitorId)).body)).not.toContain('Not in effect');
  });

  test('calls an objection to legitimate interest what it is, and says nothing of a standard that it lacks fields of', async () => {
    const { preferenceModal } = profileJson();
    const { analytics, ...categories } = preferenceModal?.categories ?? {};
    const { id } = await createReceiptProfile(app, {
      complianceGroup: 'opt-out',
      preferenceModal: {
        ...preferenceModal,
        categories: { ...categories, analytics: { ...analytics, legalBasis: 'legitimate-interest' } },
      } as typeof preferenceModal,
    });
    const { body } = await consentCalls(app).submit({ profileId: id, consentJson: allDenied }).expect(200);
    const { body: receipt } = await receipts.json(body.visitorId);
    const text = await readIn((await receipts.pdf(body.visitorId)).body);
    expect(receipt.events.at(-1).objections.length).toBeGreaterThan(0);
    expect(text).toMatch(/History .*Objected/);
    expect(text).not.toContain('Notice read, nothing chosen');
    expect(text.includes('ISO/IEC TS 27560')).toBe(receipt.missingFields.length === 0);
  });

  test('names who recorded a decision, and no notice of an import', async () => {
    await importFile(
      app,
      profileId,
      'visitor,decided,analytics,ads\nold,2026-03-01T10:00:00Z,granted,granted\n',
    );
    const imported = await readIn((await receipts.pdf('old')).body);
    expect(imported).toContain('Recorded by An import');
    expect(imported).toContain('Global Privacy Control Not known');
    expect(imported).toContain('Law Not known');
    // Our notice names providers; that of the other product is not known.
    expect(imported).not.toContain('Provider');
    expect(imported).toContain(
      'What you were shown This decision was imported from another system; what you were shown there is not known here. History',
    );
    const visitorId = await decided();
    const stranger = { visitorId, profileId, consentJson: allDenied };
    await consentCalls(app).submit(stranger).expect(200);
    expect(await readIn((await receipts.pdf(visitorId)).body)).toContain('Recorded by You (not proven)');
    const { id: strict } = await createReceiptProfile(app, {
      ...serviceProfileJson({ gpcMode: 'strict' }),
      complianceGroup: 'opt-in-exempt',
      allowReceipt: true,
    });
    const consentJson = { necessary: 'granted', analytics: 'denied', marketing: 'denied' };
    const withSignal = await consentCalls(app)
      .submit({ profileId: strict, consentJson, services: { ga: false, youtube: true, meta: false } })
      .set('Sec-GPC', '1')
      .expect(200);
    const signalled = await readIn((await receipts.pdf(withSignal.body.visitorId)).body);
    expect(signalled).toMatch(/Recorded by You (?!\()/);
    expect(signalled).toContain('YouTube Allowed. Not in effect: a privacy signal refuses it.');
    expect(signalled).toMatch(/Consent given Necessary, YouTube|Consent given YouTube/);
  });

  test('names the devices that decided for an account', async () => {
    addSignIn(app);
    const { id } = await createReceiptProfile(app, { complianceGroup: 'opt-out', accountRule: 'latest' });
    const [phone, laptop] = [openDevice(app), openDevice(app)];
    await phone.decide(id, allDenied);
    const ofPhone = phone.visitorId ?? '';
    await phone.signIn('user-1');
    await laptop.signIn('user-1');
    app.clock.advance(60_000);
    await laptop.decide(id, { analytics: 'granted', marketing: 'granted' });
    const text = await readIn((await receipts.pdf(phone.visitorId ?? '').expect(200)).body);
    const [first, last] = [ofPhone, laptop.jar.get('svc_device') ?? ''].map((device) => device.slice(0, 8));
    expect(text).toContain(`Device ${last}`);
    expect(text).toMatch(new RegExp(`Consent given .*${last}.*Consent refused .*${first}`));
    expect(await readIn(await pdfOf())).not.toContain('Device');
  });

  test('numbers its pages', async () => {
    const pdf = await pdfOf({ locale: 'en' });
    const pages = (await textOf(pdf)).split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, text] of pages.entries())
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  });

  test.each(pickSome(['pt-BR', 'pt-PT', 'pt'], 2))(
    'writes dates in the language of its labels: %s',
    async (locale) => {
      expect(await readIn(await pdfOf({ locale }))).toMatch(/\d{1,2} de [a-zç]+ de \d{4}/);
    },
  );

  test('speaks English where there are no labels in a language', async () => {
    const text = await readIn(await pdfOf({ locale: 'fi' }));
    expect(text).toContain('Consent receipt');
    expect(text).toMatch(/decided on \d{1,2} [A-Z][a-z]+ \d{4} about cookies/);
  });

  test.each([
    ['pl', 'Latin'],
    ['el', 'Greek'],
    ['he', 'Hebrew'],
    ['ar', 'Arabic'],
    ['ja', 'CJK'],
  ])('a receipt in %s is refused, naming the setting and the script', async (locale, script) => {
    const visitorId = await decided({ locale });
    const { status, body } = await receipts.get(visitorId);
    expect([status, body.code, body.setting, body.scripts]).toEqual([
      501,
      'receipt_font_missing',
      'receipts.fonts',
      expect.arrayContaining([script]),
    ]);
    expect(body.error).toContain('receipts.fonts');
    await receipts.json(visitorId).expect(200);
  });

  test('visitors cannot make theirs unprintable: what no font holds of their words is written as code points', async () => {
    const consentJson = { analytics: 'granted', 'שלום\u202e😀<b>': 'denied' };
    const text = await readIn(await pdfOf({ locale: 'en', consentJson, tcfString: 'ŁЖ語\u0007' }));
    expect(text.replace(/ /g, '')).toContain('\\u{05E9}\\u{05DC}\\u{05D5}\\u{05DD}\\u{1F600}<b>');
    expect(text).toContain('\\u{0141}\\u{0416}\\u{8A9E}');
  });

  test('symbols that no font holds are replaced or left out, letters of operators are never', async () => {
    const { preferenceModal } = profileJson();
    const say = (htmlText: string) => ({
      ...preferenceModal,
      categories: {
        necessary: { heading: 'Needed', htmlText, legalBasis: 'mandatory' as const, cookies: ['session'] },
      },
    });
    const pretty = await createReceiptProfile(app, {
      complianceGroup: 'opt-out',
      preferenceModal: say('<p>Cookies → us 🍪, “quoted” – 5 ≥ 3, ﬁne\u202fprint</p>'),
    });
    expect(await readIn(await pdfOf({ locale: 'en', profileId: pretty.id }))).toContain(
      'Cookies -> us , “quoted” – 5 >= 3, fine print',
    );
    const foreign = await createReceiptProfile(app, {
      complianceGroup: 'unregulated',
      preferenceModal: say('Costs 5 ₹'),
    });
    expect(
      (await receipts.get(await decided({ locale: 'en', profileId: foreign.id })).expect(501)).body.error,
    ).toContain('U+20B9');
  });

  test('breaks words that are longer than a line', async () => {
    const name = 'x'.repeat(64);
    const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);
    const { preferenceModal, cookies } = profileJson();
    const { id } = await createReceiptProfile(app, {
      complianceGroup: 'opt-out-strict',
      cookies: {
        ...cookies,
        [name]: {
          purpose: 'analytics',
          listenGpc: true,
          name: word.slice(0, 300),
          provider: word.slice(0, 300),
          description: word,
        },
      },
      preferenceModal: {
        ...preferenceModal,
        categories: {
          ...preferenceModal?.categories,
          analytics: { heading: word, htmlText: word, legalBasis: 'consent', cookies: [name] },
        },
      },
    });
    const pdf = await pdfOf({ locale: 'en', profileId: id });
    expect((await textOf(pdf)).replace(/\s/g, '')).toContain(word.slice(0, 299));
    const boxes = [...(await textOf(pdf, '-bbox')).matchAll(/xMin="([\d.]+)".*?xMax="([\d.]+)"/g)].map(
      ([, left, right]) => [Number(left), Number(right)],
    );
    expect(boxes.length).toBeGreaterThan(50);
    expect(boxes.filter(([left = 0, right = 0]) => left < 55 || right > 596 - 55)).toEqual([]);
  });

  testInDeep(
    'as large as an operator can make it, it is shortened, and the process goes on answering meanwhile',
    async () => {
      const ids = Array.from({ length: 400 }, (_, index) => `cookie-${index}`);
      const cookies = Object.fromEntries(
        ids.map((id) => [
          id,
          {
            purpose: 'analytics' as const,
            listenGpc: true,
            provider: `Provider ${id}`,
            duration: '13 months',
            description: 'long words '.repeat(45),
          },
        ]),
      );
      const categories = Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [
          `category-${index}`,
          {
            heading: `Category ${index}`,
            htmlText: 'Text that is long. '.repeat(250),
            legalBasis: 'consent' as const,
            cookies: ids.slice(index * 4, index * 4 + 4),
          },
        ]),
      );
      const { id } = await createReceiptProfile(app, {
        complianceGroup: 'notice-opt-out',
        cookies,
        preferenceModal: { heading: 'All', buttons: [{ text: 'Save' }], categories },
      });
      const visitorId = await decided({
        locale: 'en',
        profileId: id,
        consentJson: { 'category-1': 'granted' },
      });
      await receipts.json(visitorId).expect(200);
      let isPrinted = false;
      const printing = receipts.pdf(visitorId).then((answer) => {
        isPrinted = true;
        return answer;
      });
      for (let request = 0; request < 5; request += 1)
        await app.request.get(`${app.publicBase}/health`).expect(200);
      expect(isPrinted).toBe(false);
      const pdf: Buffer = (await printing).body;
      const text = await readIn(pdf);
      expect(text).toContain('Category 99');
      expect(text).toContain('Shortened here');
      expect(Number(/^Pages: +(\d+)$/m.exec(await infoOf(pdf))?.[1])).toBeLessThan(120);
    },
  );
});

describeInAll('in every script', () => {
  describeWith('fonts', 'with fonts of the host', () => {
    const heading = {
      ar: 'بياناتك وقرارك',
      he: 'הפרטיות שלך',
      el: 'Το απόρρητό σας',
      pl: 'Twoja prywatność',
      ja: 'プライバシーの選択',
      fa: 'حریم خصوصی شما',
    };

    describeWith('poppler', 'read by Poppler', () => {
      beforeAll(async () => {
        const { sans, sansBold, arabic, hebrew, japanese } = fontFiles;
        await open({
          receipts: {
            fonts: [sans, readFileSync(sansBold), arabic, hebrew, japanese],
            controllerName: 'Muster GmbH',
            withdrawalUrl: 'https://shop.example/x',
          },
        });
        profileId = (
          await createReceiptProfile(
            app,
            {},
            {
              ar: contentIn({
                heading: heading.ar,
                text: 'نستخدم ملفات.',
                categories: ['ضرورية', 'إحصاءات', 'تسويق'],
                about: 'نعدّ الزيارات (عبر Google منذ 2026) مدة 12345 يوم.',
              }),
              he: contentIn({
                heading: heading.he,
                text: 'אנחנו שואלים.',
                categories: ['הכרחי', 'סטטיסטיקה', 'שיווק'],
                about:
                  'סופרים ביקורים עם Google Analytics 4 במשך 12345 ימים, ומשפרים את האתר לפי מה שרואים שם.',
              }),
              el: contentIn({
                heading: heading.el,
                text: 'Ρωτάμε.',
                categories: ['Απαραίτητα', 'Στατιστικά', 'Μάρκετινγκ'],
                about: 'Μετρούν τις επισκέψεις.',
              }),
              pl: contentIn({
                heading: heading.pl,
                text: 'Pytamy.',
                categories: ['Niezbędne', 'Statystyka', 'Reklama'],
                about: 'Zliczają odwiedziny, żebyśmy mogli ulepszać stronę.',
              }),
              ja: contentIn({
                heading: heading.ja,
                text: '確認します。',
                categories: ['必須', '統計', '広告'],
                about:
                  '訪問数を数え、サイトの利用状況を把握して改善に役立てます。データは提供者（Googleなど）によって処理され、最長13か月間保存されます。',
              }),
              fa: contentIn({
                heading: heading.fa,
                text: 'می‌پرسیم.',
                categories: ['ضروری', 'آمار', 'بازاریابی'],
                about: 'بازدیدها را می‌شماریم.',
              }),
            },
          )
        ).id;
      });
      afterAll(() => app.close());

      /** Removes what Poppler cannot extract from right-to-left text: spaces next to numbers, the place of a mark. */
      const skeleton = (text: string) => text.normalize('NFD').replace(/[\s\u064b-\u0655\u200c]/g, '');

      test.each([
        [
          'pl',
          [
            'Potwierdzenie zgody',
            heading.pl,
            'Zliczają odwiedziny, żebyśmy mogli ulepszać stronę.',
            'Dozwolone',
            'Zawsze włączone',
          ],
        ],
        [
          'el',
          ['Απόδειξη συγκατάθεσης', heading.el, 'Μετρούν τις επισκέψεις.', 'Επιτρέπεται', 'Απορρίφθηκε'],
        ],
        [
          'he',
          [
            'אישור הסכמה',
            heading.he,
            'סופרים ביקורים עם Google Analytics 4 במשך 12345 ימים, ומשפרים את האתר לפי מה שרואים שם.',
            'מותר',
            'פעיל תמיד',
          ],
        ],
        ['ar', [heading.ar, 'عبر Google منذ', '12345 يوم', 'مسموح', 'مرفوض']],
        ['fa', [heading.fa, 'رسید رضایت', 'مجاز']],
      ] as const)('a receipt in %s reads in the right order, with its numbers', async (locale, expected) => {
        const text = skeleton(await readIn(await pdfOf({ locale })));
        expect(expected.filter((part) => !text.includes(skeleton(part)))).toEqual([]);
      });

      test('Japanese breaks between its words, without spaces, and not before a full stop', async () => {
        const text = await textOf(await pdfOf({ locale: 'ja' }), '-raw');
        expect(text.replace(/\s/g, '')).toContain(
          '訪問数を数え、サイトの利用状況を把握して改善に役立てます。データは提供者（Googleなど）によって処理され、最長13か月間保存されます。',
        );
        expect(text.split('\n').filter((line) => /^[。、）」ー]/.test(line))).toEqual([]);
      });

      test.each(pickSome(['fa', 'ar-EG', 'ar', 'he'], 2))(
        'dates in %s keep the order of their digits',
        async (locale) => {
          const visitorId = await decided({ locale });
          const { decidedAt } = (await receipts.json(visitorId)).body;
          const year = new Intl.DateTimeFormat(locale, {
            year: 'numeric',
            calendar: 'gregory',
            timeZone: 'UTC',
          }).format(new Date(decidedAt));
          const text = await readIn((await receipts.pdf(visitorId)).body);
          expect(text).toContain(year);
          expect(text).not.toContain([...year].reverse().join(''));
        },
      );

      test('a right-to-left receipt is the mirror image: lines begin at the right margin', async () => {
        const edges = async (locale: string) => {
          const words = [
            ...(await textOf(await pdfOf({ locale }), '-bbox')).matchAll(
              /xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)"/g,
            ),
          ];
          const near = (edge: number) =>
            words.filter(
              ([, left, right]) =>
                Math.min(Math.abs(Number(left) - edge), Math.abs(Number(right) - edge)) < 1,
            ).length;
          return { left: near(56), right: near(595.28 - 56) };
        };
        const [english, hebrew] = [await edges('en'), await edges('he')];
        expect(english.left).toBeGreaterThan(20);
        expect(english.right).toBeLessThan(6);
        expect(hebrew.right).toBeGreaterThan(20);
        expect(hebrew.left).toBeLessThan(6);
      });

      test('text in several scripts at once is printed, each in a font that holds it', async () => {
        const consentJson = { analytics: 'granted', 'Ελληνικά и עברית 日本': 'denied' };
        expect((await readIn(await pdfOf({ locale: 'de', consentJson }))).replace(/ /g, '')).toContain(
          'Ελληνικάи',
        );
      });

      test('only what is used of a font is in the file', async () => {
        const pdf = await pdfOf({ locale: 'ja' });
        expect(pdf.length).toBeLessThan(400_000);
      });
    });

    test('the error names a file that is not a font, whatever it contains', async () => {
      await open();
      const broken = join(await mkdtemp(join(tmpdir(), 'ec_test_font_')), 'broken.ttf');
      await writeFile(broken, 'no font');
      await app.close();
      await open({ receipts: { fonts: ['Helvetica', readFileSync(fontFiles.hebrew).subarray(0, 5000)] } });
      profileId = (await createReceiptProfile(app)).id;
      const { status, body } = await receipts.get(await decided({ locale: 'he' }));
      expect([status, body.code, body.setting]).toEqual([501, 'receipt_font_missing', 'receipts.fonts.1']);
      await app.close();
    });
  });
});

describe('the thread that prints', () => {
  afterEach(() => app.close());

  test('is missed with 501, naming both packages, where the optional ones are not installed', async () => {
    await open({}, { preload: [join(__dirname, '../support/without-pdfkit.js')] });
    profileId = (await createReceiptProfile(app)).id;
    const visitorId = await decided();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { body } = await receipts.get(visitorId).expect(501);
      expect([body.code, body.error]).toEqual([
        'optional_dependency_missing',
        'PDFs need an optional package: npm install pdfkit bidi-js',
      ]);
    }
    await receipts.json(visitorId).expect(200);
  });

  test('prints one after the other, and tells those beyond the queue to come back', async () => {
    await open({ trustProxy: true });
    profileId = (await createReceiptProfile(app)).id;
    const visitors = await Promise.all(Array.from({ length: 30 }, () => decided()));
    const answers = await Promise.all(
      visitors.map((visitorId, index) =>
        receipts.pdf(visitorId).set('X-Forwarded-For', `203.0.113.${index}`),
      ),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual(
      [],
    );
    expect(refused.length).toBeGreaterThan(5);
    expect(refused.length).toBeLessThan(30);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    await receipts.pdf(await decided()).expect(200);
  });

  test('lets one client fill the queue for nobody else', async () => {
    await open({ trustProxy: true });
    profileId = (await createReceiptProfile(app)).id;
    const visitors = await Promise.all(Array.from({ length: 21 }, () => decided()));
    const [victim = '', ...theirs] = visitors;
    const flood = Promise.all(
      theirs.map((visitorId, index) =>
        receipts.pdf(visitorId).set('X-Forwarded-For', `2001:db8::${index + 1}`),
      ),
    );
    const answer = await receipts.pdf(victim).set('X-Forwarded-For', '198.51.100.7');
    expect(answer.status).toBe(200);
    // One that is printed, one that waits, and what came when one was done.
    expect((await flood).filter(({ status }) => status === 503).length).toBeGreaterThan(10);
  });

  test('prints a receipt once for all requests, and again when its content changes', async () => {
    await open({ receipts: { publicUrl: 'https://shop.example/svc/api/v1' } });
    profileId = (await createReceiptProfile(app)).id;
    const visitorId = await decided();
    const print = async () => (await receipts.pdf(visitorId).expect(200)).body as Buffer;
    const [first, ...copies] = await Promise.all(Array.from({ length: 30 }, print));
    expect(copies.every((copy) => copy.equals(first as Buffer))).toBe(true);
    app.clock.advance(60_000);
    expect((await print()).equals(first as Buffer)).toBe(true);
    await consentCalls(app).update(visitorId, { consentJson: allDenied }).expect(200);
    const changed = await print();
    expect(changed.equals(first as Buffer)).toBe(false);
    app.clock.advance(366 * 86_400_000);
    expect((await print()).equals(changed)).toBe(false);
  });

  test('ends with the service, and waiting requests get an error', async () => {
    await open({ trustProxy: true });
    profileId = (await createReceiptProfile(app)).id;
    const visitors = await Promise.all(Array.from({ length: 5 }, () => decided({ consentJson: allDenied })));
    const waiting = Promise.all(
      visitors.map((visitorId, index) =>
        receipts.pdf(visitorId).set('X-Forwarded-For', `203.0.113.${index}`),
      ),
    );
    await receipts.pdf(await decided());
    const closing = app.service.close();
    expect(
      (await waiting).map(({ status }) => status).filter((status) => status !== 200 && status !== 503),
    ).toEqual([]);
    await closing;
  });
});

testInAll('a print that takes too long is stopped, and the next one is printed by a new thread', async () => {
  const document = (paragraphs: number): PdfDocument => ({
    locale: 'en',
    direction: 'ltr',
    title: 'Long',
    issuer: null,
    lead: 'x',
    blocks: Array.from({ length: paragraphs }, (_, index) => ({
      type: 'paragraph',
      text: { text: `Words of paragraph ${index}. `.repeat(200) },
    })),
    creator: 'test',
    footer: { text: '', page: '' },
    createdAt: 0,
  });
  const workerOptions = { execArgv: ['--require', join(__dirname, '../support/typescript.js')] };
  const worker = createPdfWorker({
    fonts: [],
    feature: 'PDFs',
    logger: silentLogger,
    workerOptions,
    maxRenderMs: 2000,
  });
  const [stopped, printed] = await Promise.allSettled([
    worker.render(document(5000), 'one'),
    worker.render(document(1), 'another'),
  ]);
  expect(stopped).toMatchObject({
    status: 'rejected',
    reason: { code: 'unavailable', headers: { 'Retry-After': '5' } },
  });
  expect(printed.status).toBe('fulfilled');
  await worker.close();
  await expect(worker.render(document(1), 'one')).rejects.toMatchObject({ code: 'unavailable' });
});
