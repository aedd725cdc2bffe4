import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { isBlankHtml, sanitiseOperatorHtml } from '#banners/profiles/drafts/operator-html';
import type { Finding, ProfileJson } from '#banners/profiles/profile-schemas';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createProfile, profileJson } from '../support/profiles';
import { byScope } from '../support/scope';
import { type XssVector, xssVectors } from '../support/xss-vectors';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** The markup that the guide promises to keep. Written out here, so that a slip in the source shows. */
const keptTags = new Set(
  (
    'a abbr address b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p ' +
    'pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const keptAttribute =
  /^(class|dir|lang|title|role|aria-[a-z]+|data-consent-open|href|target|rel|hreflang|span|open|value|start|type|reversed|colspan|rowspan|scope|datetime)$/;
const isElement = (node: Node): node is Element => 'tagName' in node;

/** Everything in a fragment that must not be there, as an HTML5 parser sees it. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const stack: Node[] = [...parseFragment(html).childNodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) {
      if (node.nodeName !== '#text') faults.push(node.nodeName);
      continue;
    }
    if (!keptTags.has(node.tagName) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      faults.push(`<${node.tagName}>`);
    for (const { name, value, prefix } of node.attrs) {
      if (prefix || !keptAttribute.test(name)) faults.push(`${node.tagName} ${name}`);
      if (name === 'href' && !isHarmlessAddress(value)) faults.push(`href ${value.slice(0, 100)}`);
    }
    const relOfLink = node.attrs.find(({ name }) => name === 'rel')?.value.split(' ') ?? [];
    if (node.attrs.some(({ name }) => name === 'href') && !relOfLink.includes('noopener'))
      faults.push('a link without noopener');
    stack.push(...node.childNodes);
  }
  return faults;
}

/** A relative address stays on the site; one with a scheme names it openly. */
function isHarmlessAddress(href: string): boolean {
  const url = new URL(href, 'https://shop.example/');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return (
    (isWeb && (url.host === 'shop.example' || /^https?:/i.test(href.trim()))) ||
    ['mailto:', 'tel:'].includes(url.protocol)
  );
}

/** As visitors see it: the tree without comments, and without the `rel` that the service adds. */
function shown(html: string): string {
  const fragment = parseFragment(html);
  const tidy = (parent: { childNodes: Node[] }) => {
    const kept: Node[] = [];
    for (const node of parent.childNodes) {
      const last = kept.at(-1);
      if (node.nodeName === '#comment') continue;
      if (node.nodeName === '#text' && last?.nodeName === '#text' && 'value' in node && 'value' in last)
        last.value += node.value;
      else kept.push(node);
      if (isElement(node)) {
        node.attrs = node.attrs.filter(
          ({ name, value }) => name !== 'rel' && !(name === 'class' && value === ''),
        );
        tidy(node);
      }
    }
    parent.childNodes = kept;
  };
  tidy(fragment);
  return serialize(fragment);
}

describe('Operators’ HTML', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.asAdmin();
  });
  afterAll(() => app.close());

  const send = (method: 'post' | 'put', path: string, body: object) =>
    app.request[method](`${app.adminBase}/profiles${path}`).set(admin).send(body);

  /** A profile whose categories have these texts. */
  function withCategories(texts: readonly string[], overrides: Partial<ProfileJson> = {}): ProfileJson {
    const categories = Object.fromEntries(
      texts.map((htmlText, index) => [
        `c${index}`,
        { heading: 'x', htmlText, legalBasis: 'consent' as const, cookies: [] },
      ]),
    );
    const base = profileJson(overrides);
    return {
      ...base,
      preferenceModal: {
        ...base.preferenceModal,
        categories: { ...base.preferenceModal?.categories, ...categories },
      },
    };
  }

  /** Saves and publishes; gives what visitors are served, by place, and which places were reported. */
  async function publish(texts: readonly string[]): Promise<{ served: string[]; reported: boolean[] }> {
    const profile = withCategories(texts, { complianceGroup: undefined, customComplianceGroup: 'hostile' });
    const { body } = await send('post', '', { name: 'x', defaultLocale: 'en', profileJson: profile }).expect(
      201,
    );
    await send('post', `/${body.id}/activate`, {}).expect(200);
    const file = (await app.request.get(`${app.publicBase}/profiles/default/hostile/en`).expect(200)).body;
    const fields = new Set(
      body.warnings
        .filter(({ rule }: Finding) => rule === 'content/sanitised')
        .map(({ field }: Finding) => field),
    );
    return {
      served: texts.map((_text, index) => file.preferenceModal.categories[`c${index}`].htmlText),
      reported: texts.map((_text, index) => fields.has(`categories.c${index}.htmlText`)),
    };
  }

  describe('that is hostile', () => {
    /** NUL and half characters are in no text that the service takes. */
    const isStorable = ({ html }: XssVector) => !html.includes('\0') && html.isWellFormed();
    const storable = xssVectors.filter(isStorable);
    const results = new Map<string, { html: string; reported: boolean }>();

    beforeAll(async () => {
      for (let start = 0; start < storable.length; start += 150) {
        const batch = storable.slice(start, start + 150);
        const { served, reported } = await publish(batch.map(({ html }) => html));
        for (const [index, { name }] of batch.entries())
          results.set(name, { html: served[index] ?? '', reported: reported[index] ?? false });
      }
    });

    test('is tried in more than 250 ways', () => expect(xssVectors.length).toBeGreaterThan(250));

    test('is served without anything that runs or loads', () => {
      const faults = [...results]
        .map(([name, { html }]) => [name, ...faultsOf(html)])
        .filter(({ length }) => length > 1);
      expect(faults).toEqual([]);
    });

    test('with signs that no text may have is refused, and would be cleaned', async () => {
      const refused = xssVectors.filter((vector) => !isStorable(vector));
      expect(refused.length).toBeGreaterThan(3);
      for (const { html } of refused) {
        await send('post', '', {
          name: 'x',
          defaultLocale: 'en',
          profileJson: withCategories([html]),
        }).expect(400);
        const clean = sanitiseOperatorHtml(html);
        expect([...faultsOf(clean.html), clean.changed]).toEqual([true]);
      }
    });

    test('is reported when something was taken out, and only then', () => {
      const wrong = storable.filter(({ name, harmful }) => results.get(name)?.reported !== harmful);
      expect(wrong).toEqual([]);
      const lost = storable.filter(
        ({ name, html, harmful }) => !harmful && shown(results.get(name)?.html ?? '') !== shown(html),
      );
      expect(lost).toEqual([]);
    });

    test('stays harmless when browsers parse and write it again, also inside other elements', () => {
      for (const { html } of results.values()) {
        let again = html;
        for (let round = 0; round < 3; round += 1) {
          again = serialize(parseFragment(again));
          expect(faultsOf(again)).toEqual([]);
        }
        for (const around of ['table', 'select', 'p', 'a href=/ rel=noopener', 'td']) {
          const wrapper = around.split(' ')[0] as string;
          const faults = faultsOf(`<${around}>${html}</${wrapper}>`).filter((fault) => fault !== '<select>');
          expect(faults).toEqual([]);
        }
      }
    });
  });

  const harmless = [
    'Plain words, nothing else.',
    '',
    ' leading and trailing ',
    'two\nlines\r\nand\ttabs',
    '1 < 2 & 3 > 2, a<5, I <3 cookies & milk',
    'AT&T, R&D; &amp; &copy; &euro; &#8364; &#x20AC; &nbsp; &hellip; &notanentity;',
    '&lt;b&gt;not bold&lt;/b&gt;',
    '<P>Upper <B>case</B> <BR> tags</P>',
    '<p>Never closed',
    '<p>One<p>Two<p>Three',
    '<ul><li>One<li>Two<ul><li>Two and a half</ul></ul>',
    '<ol start="3" type="a" reversed><li value=9>Nine</li><li>Eight</li></ol>',
    '<dl><dt>Word<dd>Meaning</dl>',
    'Break<br>break<br/>break<br />break</br>break',
    'Long<wbr>word and soft&shy;hyphen',
    '<hr><h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
    '<a class="more" href="/privacy">class first</a>',
    '<a href="/privacy" class="more">href first</a>',
    "<a href='/privacy' title='single \"double\" quotes'>x</a>",
    '<a href=/privacy>no quotes</a>',
    '<a href="/privacy?a=1&b=2&amp;c=3#top">query</a>',
    '<a href="">empty</a> <a>none</a> <a href="#">top</a>',
    '<a href="https://shop.example" target="_blank" rel="nofollow">x</a>',
    '<a href="HTTPS://SHOP.EXAMPLE/" target="_blank" rel="noopener noreferrer">x</a>',
    '<a href="mailto:privacy@shop.example?subject=Hi">mail</a> <a href="tel:+49 30 1">call</a>',
    '<a href="https://例え.jp/ä?ü=ö" hreflang="ja" lang="ja">日本語</a>',
    '<a href="#" role="button" data-consent-open aria-label="Settings" aria-haspopup="dialog">Settings</a>',
    '<button-like>'.replace(/.+/, '<span role="button" aria-pressed="false" class="a b c">x</span>'),
    '<p title="">empty title</p> <p class="">empty class</p>',
    '<p lang=ar dir=rtl>نستخدم <bdi>Cookies</bdi> ملفات <bdo dir="ltr">LTR</bdo></p>',
    '<p dir="auto">אנחנו משתמשים בעוגיות 🍪 👩‍👩‍👧‍👦 🇩🇪 é e\u0301 \u200f\u200e</p>',
    '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>',
    '<table><tr><td>no tbody</table>',
    '<table class="t"><caption>c</caption><colgroup><col span=2></colgroup><thead><tr><th scope=col>a<th>b<tbody><tr><td colspan=2>x</table>',
    '<table><tfoot><tr><td rowspan="2">x</td></tr></tfoot></table>',
    '<blockquote><p>Quote</p><cite>Source</cite></blockquote> <q>short</q>',
    '<pre>  kept\n    spaces</pre><code>a &lt; b</code> <kbd>Esc</kbd> <samp>out</samp> <var>x</var>',
    '<b><i>crossed</b> tags</i>',
    '<em><strong><u><s><mark><small><sub><sup><ins><del>all</del></ins></sup></sub></small></mark></s></u></strong></em>',
    '<details open><summary>More</summary><p>Text</p></details>',
    '<section><address>1 Kiln Lane</address><time datetime="2024-01-01">today</time> <abbr title="General Data">GDPR</abbr> <dfn>x</dfn></section>',
    'before <!-- a comment --> after <!-- another --><!---->',
    '</div>a stray end tag</b>',
    '<div><div><div><div><span>nested</span></div></div></div></div>',
    `${'<div>'.repeat(40)}deep${'</div>'.repeat(40)}`,
    'Contact javascript: the good parts, data: 5 MB, onclick= is a word',
    'Emails <privacy at shop dot example'.replace('<', '&lt;'),
    '<p>Prices: 5 € – 10 £ “quoted” ‘single’ „deutsch“ «français»</p>',
    `<p>${'A long text. '.repeat(5000)}</p>`,
  ];

  test('that is harmless is shown as it was written, and nothing is reported', async () => {
    const { served, reported } = await publish(harmless);
    expect(harmless.length).toBeGreaterThanOrEqual(40);
    expect(harmless.filter((_html, index) => reported[index])).toEqual([]);
    for (const [index, html] of harmless.entries()) {
      expect(faultsOf(served[index] ?? '')).toEqual([]);
      // The library's parser puts end tags where the text has none; that is how browsers read "crossed" as
      // well, but for the order.
      if (!html.includes('crossed')) expect(shown(served[index] ?? '')).toBe(shown(html));
    }
  });

  test('keeps what banners hook on to, and gives links a safe relation', () => {
    const html =
      '<a class="c" role="button" aria-controls="x" data-consent-open="" href="/a" target="_blank">x</a><a rel="opener nofollow" href="/b">y</a><a>z</a>';
    expect(sanitiseOperatorHtml(html)).toEqual({
      changed: false,
      html:
        '<a class="c" role="button" aria-controls="x" data-consent-open href="/a" target="_blank" rel="noopener">x</a>' +
        '<a rel="opener nofollow noopener" href="/b">y</a><a>z</a>',
    });
  });

  describe('in every place where an operator can put it', () => {
    const bad = (place: string) => `<p>${place}</p><img src=x onerror=hit()>`;
    const texts = (place: string) => ({
      mainBanner: { htmlText: bad(`${place} main`), buttons: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] },
      gpcBanner: { htmlText: bad(`${place} gpc`), buttons: [] },
      preferenceModal: {
        heading: 'x',
        htmlText: bad(`${place} modal`),
        buttons: [{ text: 'a' }],
        categories: Object.fromEntries(
          ['necessary', 'analytics', 'marketing'].map((id) => [
            id,
            { heading: 'x', htmlText: bad(`${place} ${id}`) },
          ]),
        ),
      },
    });
    const sections = (locale: string) => [
      [locale, 'mainBanner', 'htmlText'],
      [locale, 'gpcBanner', 'htmlText'],
      [locale, 'preferenceModal', 'htmlText'],
      ...['necessary', 'analytics', 'marketing'].map((id) => [
        locale,
        'preferenceModal',
        `categories.${id}.htmlText`,
      ]),
    ];
    const reported = (warnings: readonly Finding[]) =>
      warnings
        .filter(({ rule }) => rule === 'content/sanitised')
        .map(({ locale, section, field }) => [locale, section, field]);
    /** All snapshots and published files of a profile, as text. */
    const everything = async (id: string, version: number) =>
      JSON.stringify([
        await app.knex('svc_profile_versions').where({ profile_id: id, version }),
        (await app.knex('svc_files').where('object_key', 'like', `default/${id}/${version}/%`)).map(
          ({ body }) => String(body),
        ),
      ]);

    test('is cleaned and reported by place, in the default locale and in others', async () => {
      const shared = profileJson();
      const own = texts('en');
      const body = {
        name: 'x',
        defaultLocale: 'en',
        profileJson: {
          ...shared,
          mainBanner: { ...shared.mainBanner, htmlText: own.mainBanner.htmlText },
          gpcBanner: { htmlText: own.gpcBanner.htmlText, buttons: [] },
          preferenceModal: {
            ...shared.preferenceModal,
            htmlText: own.preferenceModal.htmlText,
            categories: Object.fromEntries(
              Object.entries(shared.preferenceModal?.categories ?? {}).map(([id, category]) => [
                id,
                { ...category, htmlText: bad(`en ${id}`) },
              ]),
            ),
          },
        },
        localeContent: { de: texts('de') },
      };
      const response = await send('post', '', body).expect(201);
      expect(reported(response.body.warnings)).toEqual([...sections('en'), ...sections('de')]);
      expect(JSON.stringify(response.body)).not.toMatch(/onerror/);
      expect(await everything(response.body.id, 1)).not.toMatch(/onerror|<img/);
    });

    test('is cleaned when translations are imported', async () => {
      const { id } = await createProfile(app);
      const csv = `locale,mainBanner.htmlText,preferenceModal.categories.analytics.htmlText\r\nde,"${bad('de')}","<a href=""javascript:hit()"">x</a>"\r\nen,"${bad('en')}",ok\r\n`;
      const { body } = await app.request
        .post(`${app.adminBase}/profiles/${id}/import-translations`)
        .set(admin)
        .set('Content-Type', 'text/csv')
        .send(csv)
        .expect(200);
      expect(reported(body.warnings)).toEqual([
        ['en', 'mainBanner', 'htmlText'],
        ['de', 'mainBanner', 'htmlText'],
        ['de', 'preferenceModal', 'categories.analytics.htmlText'],
      ]);
      expect(await everything(id, 2)).not.toMatch(/onerror|javascript:/);
    });

    /** As if the snapshot had been written before the allowlist was what it is. */
    async function spoil(id: string, version: number): Promise<void> {
      const { content } = await app.knex('svc_profile_versions').where({ profile_id: id, version }).first();
      const spoilt = content.replace(/<p>Shop Ltd und .*?<\/p>/, bad('old'));
      expect(spoilt).not.toBe(content);
      await app.knex('svc_profile_versions').where({ profile_id: id, version }).update({ content: spoilt });
    }

    test.each([
      ['rolled back to', (id: string) => send('post', `/${id}/rollback`, { version: 1 }), 3],
      ['carried forward', (id: string) => send('put', `/${id}`, { name: 'y' }), 3],
      ['copied', (id: string) => send('post', `/${id}/copy`, {}), 1],
    ])('is cleaned when a version from before is %s', async (_how, act, version) => {
      const { id } = await createProfile(app);
      await send('put', `/${id}`, { name: 'x' }).expect(200);
      await spoil(id, 1);
      await spoil(id, 2);
      // Nothing of it may be in memory, as after a restart.
      const again = await createTestApp({ knex: app.knex, clock: app.clock });
      const [before, beforeAdmin] = [app, admin];
      [app, admin] = [again, await again.asAdmin()];
      try {
        const { body } = await act(id).expect((response) => expect([200, 201]).toContain(response.status));
        expect(reported(body.warnings)).toEqual([['de', 'mainBanner', 'htmlText']]);
        const newId = (body.profile ?? body).id;
        const written = await everything(newId, version);
        expect(written).toContain('<p>old</p>');
        expect(written).not.toContain('onerror');
      } finally {
        await again.close();
        [app, admin] = [before, beforeAdmin];
      }
    });
  });

  test('of nothing but what was taken out counts as blank', async () => {
    const banner = {
      ...profileJson().mainBanner,
      htmlText: '<script>hit()</script><svg onload=hit()></svg>',
    };
    const { body } = await send('post', '', {
      name: 'x',
      defaultLocale: 'en',
      profileJson: profileJson({ mainBanner: banner }),
    }).expect(422);
    expect(body.errors).toContainEqual(
      expect.objectContaining({ rule: 'content/blank', section: 'mainBanner', field: 'htmlText' }),
    );
  });
});

describe('Sanitising', () => {
  const fragments = [
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<a href="/x">',
      '</a>',
      '<ul>',
      '<li>',
      '</ul>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<h1>',
      '<div>',
      '</div>',
      '<pre>',
    ],
    ...[
      '<center>',
      '</center>',
      '<svg>',
      '</svg>',
      '<math>',
      '<mtext>',
      '<style>',
      '</style>',
      '<title>',
      '</title>',
      '<textarea>',
      '</textarea>',
      '<select>',
      '<option>',
    ],
    ...[
      '<template>',
      '<noscript>',
      '</noscript>',
      '<xmp>',
      '</xmp>',
      '<form>',
      '<button>',
      '<iframe>',
      '</iframe>',
      '<plaintext>',
      '<frameset>',
      '<foreignObject>',
    ],
    ...[
      '<!--',
      '-->',
      '--!>',
      '<!',
      '<?',
      '<![CDATA[',
      ']]>',
      '<',
      '>',
      '"',
      "'",
      '`',
      '=',
      '/',
      ' ',
      '\0',
      '&',
      '&lt;',
      '&#60',
      '&amp;',
      'x',
      '<br>',
      '</br>',
      '<hr/>',
    ],
    ...[
      '<img src=x onerror=hit()>',
      '<p title="',
      '<a href=javascript:hit()>',
      ' onclick=hit()',
      ' title=',
      ' href=',
      ' class="a"',
      '<script>',
      '</script>',
      '\ufdd0',
    ],
  ];
  const html = fc.oneof(
    fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join('')),
    fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 5 })), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );

  test('a second time changes nothing and reports nothing', () => {
    fc.assert(
      fc.property(html, (text) => {
        const once = sanitiseOperatorHtml(text);
        expect(sanitiseOperatorHtml(once.html)).toEqual({ html: once.html, changed: false });
      }),
      { numRuns: byScope({ core: 600, all: 600, deep: 30_000 }) },
    );
  });

  test('leaves nothing that runs or loads, whatever is put together', () => {
    fc.assert(
      fc.property(html, (text) => {
        const clean = sanitiseOperatorHtml(text).html;
        expect(faultsOf(clean)).toEqual([]);
        expect(faultsOf(serialize(parseFragment(clean)))).toEqual([]);
      }),
      { numRuns: byScope({ core: 400, all: 400, deep: 30_000 }) },
    );
  });

  test('reports all that a browser would have run', () => {
    fc.assert(
      fc.property(html, (text) => {
        // A comment is the one thing that goes without a word.
        if (faultsOf(text).some((fault) => fault !== '#comment' && fault !== 'a link without noopener'))
          expect(sanitiseOperatorHtml(text).changed).toBe(true);
      }),
      { numRuns: byScope({ core: 400, all: 400, deep: 30_000 }) },
    );
  });

  test.each<[string, (length: number) => string]>([
    ['unfinished links', (n) => '<a href='.repeat(n / 8)],
    ['links that are never closed', (n) => '<a href=x>'.repeat(n / 10)],
    ['kept elements in each other', (n) => '<b>'.repeat(n / 3)],
    ['unknown elements in each other', (n) => '<x>'.repeat(n / 3)],
    ['end tags that end nothing', (n) => '<b>'.repeat(900) + '</i>'.repeat(n / 4)],
    ['end tags that end nothing, at any depth', (n) => '<b>'.repeat(n / 6) + '</i>'.repeat(n / 8)],
    ['paragraphs that were never opened', (n) => '</p>'.repeat(n / 4)],
    ['lone brackets', (n) => '<'.repeat(n)],
    ['comments never closed', (n) => '<!--'.repeat(n / 4)],
    ['comments in an address', (n) => `<a href="${'a'.repeat(n / 2)}${'<!---->'.repeat(n / 14)}">x</a>`],
    ['attributes', (n) => `<p ${Array.from({ length: n / 10 }, (_, index) => `aria-a${index}`).join(' ')}>x`],
    [
      'words of a relation',
      (n) => `<a href=x rel="${Array.from({ length: n / 8 }, (_, index) => `r${index}`).join(' ')}">x`,
    ],
    ['entities', (n) => '&lt'.repeat(n / 3)],
    ['foreign elements', (n) => '<svg><title>'.repeat(n / 12)],
    ['lists', (n) => '<ul><li>'.repeat(n / 8)],
    ['white space', (n) => `<a${' '.repeat(n / 2)}href="${'\t'.repeat(n / 2)}">x`],
  ])('takes time in proportion to the length: %s', (_what, make) => {
    /** Processor time (ms): that of a clock depends on what else the machine does. */
    const time = (text: string) => {
      const runs = Array.from({ length: 4 }, () => {
        const start = process.cpuUsage();
        sanitiseOperatorHtml(text);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return Math.min(...runs);
    };
    const ratio = () => time(make(96_000)) / Math.max(time(make(6_000)), 0.5);
    // Sixteen times the text; quadratic time comes near a ratio of 256. Collecting garbage can take some of it, so there
    // are more chances.
    const ratios: number[] = [];
    while (ratios.length < 4 && !ratios.some((value) => value < 60)) ratios.push(ratio());
    expect(Math.min(...ratios)).toBeLessThan(60);
  });

  test('takes a text out whole that is nested beyond reason', () => {
    expect(sanitiseOperatorHtml('<b>'.repeat(1001))).toEqual({ html: '', changed: true });
    const { html: kept, changed } = sanitiseOperatorHtml(`${'<b>'.repeat(999)}x`);
    expect({ text: isBlankHtml(kept), changed, depth: kept.split('<b>').length - 1 }).toEqual({
      text: false,
      changed: true,
      depth: 50,
    });
  });
});
