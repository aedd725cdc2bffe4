import type { Locator, Page } from 'playwright-core';
import { createUser, userPassword } from '../support/accounts';
import { createDashboardSite, type DashboardSite, screenFaults } from '../support/dashboard-site';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';
import { describeWith } from '../support/services';

describeWith('chromium', 'The rich text of a banner in the dashboard', () => {
  let site: DashboardSite;
  beforeAll(async () => {
    site = await createDashboardSite();
  });
  afterAll(() => site.close());

  /** Opens the texts of a banner whose first text is the HTML. */
  async function open(html: string, options = {}) {
    const { mainBanner } = profileJson();
    const { id } = await createActiveProfile(site.app, {
      name: 'EU',
      profileJson: profileJson({ mainBanner: { ...mainBanner, htmlText: html } }),
    });
    const { page, complaints } = await site.open(`/banners/${id}/texts`, options);
    const field = page.getByRole('textbox', { name: 'Text, English', exact: true }).first();
    await field.waitFor();
    const toolbar = page.getByRole('toolbar', { name: 'Formatting of Text, English' }).first();
    const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
    const isOn = (name: string) =>
      toolbar.getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
    let version = 1;
    const save = async () => {
      version += 1;
      await page.getByRole('button', { name: 'Save version' }).click();
      await page.getByText(new RegExp(`^Version ${version} is saved`)).waitFor();
      return read(id);
    };
    return { page, complaints, id, field, toolbar, press, isOn, save };
  }

  async function read(id: string): Promise<string> {
    const { request, adminBase, asAdmin } = site.app;
    const { body } = await request
      .get(`${adminBase}/profiles/${id}`)
      .set(await asAdmin())
      .expect(200);
    return body.profileJson.mainBanner.htmlText;
  }

  const isDirty = async (page: Page) =>
    !(await page.getByRole('button', { name: 'Save version' }).isDisabled());

  /** Goes to the end of the text and waits until the browser has said where the cursor is, which people cannot outrun. */
  async function goToEnd(page: Page) {
    await page.keyboard.press('ControlOrMeta+End');
    await page.waitForFunction(() => getSelection()?.isCollapsed);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }

  /** Selects a part of the text as a mouse does. */
  const select = (field: Locator, words: string) =>
    field.evaluate((element, wanted) => {
      (element as HTMLElement).focus();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = (node.nodeValue ?? '').indexOf(wanted);
        if (at === -1) continue;
        getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
        return;
      }
      throw new Error(`“${wanted}” is not in the text.`);
    }, words);

  const paste = (field: Locator, html: string, text = '') =>
    field.evaluate(
      (element, data) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', data.html);
        clipboardData.setData('text/plain', data.text);
        const options = { clipboardData, bubbles: true, cancelable: true };
        element.dispatchEvent(new ClipboardEvent('paste', options));
      },
      { html, text },
    );

  /** Returns the HTML of the text as its source shows it, and goes back. */
  async function sourceOf({ page, field, press }: Awaited<ReturnType<typeof open>>): Promise<string> {
    await press('HTML source');
    await page.locator('textarea').first().waitFor();
    const html = await field.inputValue();
    await press('HTML source');
    return html;
  }

  testInDeep('is shown as visitors see it, and opening, looking and undoing change nothing', async () => {
    const html =
      '<p class="a">Shop &amp; <b>Ltd</b> uses\n  <em>cookies</em>.</p>\n<ul><li>One</li><li><p>Two</p></li></ul><p><a href="#" data-consent-open title="t">Choose</a><br>now</p>';
    const text = await open(html);
    const saved = await read(text.id);
    expect(await text.field.locator('li').allTextContents()).toEqual(['One', 'Two']);
    expect(await text.field.locator('b').textContent()).toBe('Ltd');
    expect(await text.field.getAttribute('aria-multiline')).toBe('true');
    expect(await text.field.locator('[class=a]').count()).toBe(0);
    expect(await sourceOf(text)).toBe(saved);
    expect(await isDirty(text.page)).toBe(false);

    await text.field.click();
    await goToEnd(text.page);
    await text.page.keyboard.type(' please');
    expect(await isDirty(text.page)).toBe(true);
    for (let tries = 0; tries < 5 && (await isDirty(text.page)); tries += 1)
      await text.page.keyboard.press('ControlOrMeta+z');
    expect(await text.field.textContent()).not.toContain('please');
    expect(await isDirty(text.page)).toBe(false);
    expect(await screenFaults(text.page)).toEqual([]);
    expect(text.complaints.filter((complaint) => !complaint.includes('ERR_ABORTED'))).toEqual([]);
  });

  testInDeep('keeps what it has no button for when the text around it changes', async () => {
    const text = await open(
      '<h3 class="t">Title</h3><p dir="ltr">A <small>B</small> <a href="#" data-consent-open>C</a></p>',
    );
    await text.field.click();
    await goToEnd(text.page);
    await text.page.keyboard.press('Enter');
    await text.page.keyboard.type('D');
    expect(await text.save()).toMatch(
      /^<h3 class="t">Title<\/h3><p dir="ltr">A <small>B<\/small> <a href="#" data-consent-open rel="noopener">C<\/a><\/p><p>D<\/p>$/,
    );
    expect(await text.page.getByText('Some markup is not allowed').count()).toBe(0);
    expect(await isDirty(text.page)).toBe(false);
  });

  testInDeep('gets bold, italic, links and lists from buttons, which show what is on', async () => {
    const text = await open('<p>We use cookies. Policy</p>');
    await select(text.field, 'cookies');
    await text.press('Bold');
    expect([await text.isOn('Bold'), await text.isOn('Italic')]).toEqual(['true', 'false']);
    await text.page.keyboard.press('ControlOrMeta+a');
    await text.toolbar.locator('[aria-label=Bold][aria-pressed=false]').waitFor();
    await select(text.field, 'cookies');
    await text.toolbar.locator('[aria-label=Bold][aria-pressed=true]').waitFor();
    await text.press('Italic');
    await select(text.field, 'Policy');
    expect(await text.isOn('Bold')).toBe('false');
    await text.press('Link');
    const dialog = text.page.getByRole('dialog', { name: 'Link' });
    const sizeOf = (element: Element) => getComputedStyle(element).fontSize;
    expect(await dialog.getByText('Address', { exact: true }).evaluate(sizeOf)).toBe(
      await text.page.locator('body').evaluate(sizeOf),
    );
    await dialog.getByLabel('Address').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Set the link' }).click();
    await dialog.getByText('The address must begin with').waitFor();
    expect(await screenFaults(text.page)).toEqual([]);
    await dialog.getByLabel('Address').fill('www.example.com/privacy');
    await dialog.getByRole('button', { name: 'Set the link' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await text.isOn('Link')).toBe('true');
    await goToEnd(text.page);
    await text.page.keyboard.press('Enter');
    await text.page.keyboard.type('One');
    await text.press('Numbered list');
    expect(await text.isOn('Numbered list')).toBe('true');
    await text.page.keyboard.press('Enter');
    await text.page.keyboard.type('Two');
    await text.press('List');
    expect(await text.isOn('List')).toBe('true');
    expect(await screenFaults(text.page)).toEqual([]);
    expect(await text.save()).toBe(
      '<p>We use <strong><em>cookies</em></strong>. <a href="https://www.example.com/privacy" rel="noopener">Policy</a></p><ul><li>One</li><li>Two</li></ul>',
    );

    await select(text.field, 'Policy');
    await text.press('Link');
    expect(await dialog.getByLabel('Address').inputValue()).toBe('https://www.example.com/privacy');
    await dialog.getByRole('button', { name: 'Remove the link' }).click();
    await dialog.waitFor({ state: 'detached' });
    await select(text.field, 'One');
    await text.press('List');
    expect(await text.save()).toBe(
      '<p>We use <strong><em>cookies</em></strong>. Policy</p><p>One</p><ul><li>Two</li></ul>',
    );
  });

  testInDeep('needs only the keyboard', async () => {
    const text = await open('Plain');
    const { keyboard } = text.page;
    const isFocused = (name: string) =>
      text.toolbar.getByRole('button', { name, exact: true }).and(text.page.locator(':focus')).waitFor();
    await text.field.focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.press('ControlOrMeta+b');
    await goToEnd(text.page);
    await keyboard.press('ControlOrMeta+b');
    await keyboard.press('ControlOrMeta+i');
    await keyboard.type(' and');
    await keyboard.press('ControlOrMeta+i');
    await keyboard.press('Shift+Enter');
    await keyboard.press('ControlOrMeta+k');
    const dialog = text.page.getByRole('dialog', { name: 'Link' });
    await dialog.waitFor();
    await keyboard.type('privacy@example.com');
    await keyboard.press('Tab');
    await keyboard.type('Write');
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await text.field.and(text.page.locator(':focus')).waitFor();
    await keyboard.type(' us');
    // Tab leaves, also backwards; arrows go from button to button.
    await keyboard.press('Shift+Tab');
    await isFocused('HTML source');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await isFocused('List');
    await keyboard.press('Tab');
    await text.field.and(text.page.locator(':focus')).waitFor();
    await keyboard.press('Tab');
    expect(await text.field.and(text.page.locator(':focus')).count()).toBe(0);
    expect(await text.save()).toBe(
      '<strong>Plain</strong><em> and</em><br /><a href="mailto:privacy@example.com" rel="noopener">Write</a> us',
    );
  });

  testInDeep('that is plain stays so while it is one paragraph', async () => {
    const text = await open('Always on.');
    await text.field.click();
    await goToEnd(text.page);
    await text.page.keyboard.type(' Really < & >');
    expect(await text.save()).toBe('Always on. Really &lt; &amp; &gt;');
    await text.field.focus();
    await text.page.keyboard.press('Enter');
    await text.page.keyboard.type('Second');
    expect(await sourceOf(text)).toBe('<p>Always on. Really &lt; &amp; &gt;</p><p>Second</p>');
    await text.field.fill('');
    expect(await sourceOf(text)).toBe('');
    await text.field.fill('New');
    expect(await sourceOf(text)).toBe('New');
  });

  test('takes no more from a hostile page than text and links', async () => {
    const text = await open('<p>Start</p>');
    await text.page.evaluate(() => {
      (globalThis as { ran?: boolean }).ran = false;
    });
    await select(text.field, 'Start');
    await paste(
      text.field,
      `<meta charset="utf-8"><style>p { color: red }</style><p class="overlay" style="position:fixed" onclick="ran=true">Safe
      <img src="x" onerror="globalThis.ran=true"><script>globalThis.ran = true</script><svg onload="ran=true"><text>no</text></svg>
      <a href="javascript:ran=true">one</a> <a href=" java\nscript:ran=true">two</a> <a href="//evil.example">three</a>
      <a href="https://example.com/" target="_top" onclick="ran=true" class="x">four</a></p>
      <iframe srcdoc="<script>parent.ran=true</script>">no</iframe><form action="/x"><button>press</button></form>`,
    );
    expect(await sourceOf(text)).toBe(
      '<p>Safe one two three <a href="https://example.com/" rel="noopener">four</a></p><p>press</p>',
    );
    expect(
      await text.field.evaluate(
        (element) => element.querySelectorAll('img, script, svg, iframe, [onclick], [style]').length,
      ),
    ).toBe(0);
    expect(await text.page.evaluate(() => (globalThis as { ran?: boolean }).ran)).toBe(false);
    await text.save();
    expect(await text.page.getByText('Some markup is not allowed').count()).toBe(0);
    // The page's policy blocks handlers and styles while the HTML is read, and the browser says so.
    const others = text.complaints.filter(
      (complaint) => !/ERR_ABORTED|Content Security Policy/.test(complaint),
    );
    expect(others).toEqual([]);
  });

  testInDeep.each([
    [
      'Word',
      `<html xmlns:o="x"><body lang=EN-US><!--StartFragment--><p class=MsoNormal style='margin:0'><b><span style='color:red'>We</span></b> ask<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
      <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>One</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Two</p><!--EndFragment--></body></html>`,
      '<p><b>We</b> ask</p><ul><li>One</li><li>Two</li></ul>',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">We</span><span style="font-style:italic;font-weight:400"> ask</span></p></b>',
      '<p><strong>We</strong><em> ask</em></p>',
    ],
    [
      'a table',
      '<table><tbody><tr><td>Name</td><td><font color="red">Use</font></td></tr><tr><td>ga</td><td>Count</td></tr></tbody></table>',
      '<p>Name Use</p><p>ga Count</p>',
    ],
  ])('is the plainest markup when it comes from %s', async (_from, html, expected) => {
    const text = await open('<p>Start</p>');
    await text.field.fill('');
    await paste(text.field, html);
    expect(await sourceOf(text)).toBe(expected);
    await select(text.field, expected.includes('ask') ? 'ask' : 'Name');
    await paste(text.field, '', 'line one\nline two');
    expect(await sourceOf(text)).toMatch(/line one(?:<\/em>)?<\/p><p>(?:<em>)?line two/);
  });

  testInDeep('keeps everything that is cut and pasted in it', async () => {
    const text = await open('<p>A <a class="k" href="#" data-consent-open>B</a></p><p class="z">C</p>');
    await text.field.focus();
    const copied = await text.field.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return new Promise<string>((resolve) => {
        document.addEventListener(
          'selectionchange',
          () => {
            const clipboardData = new DataTransfer();
            const options = { clipboardData, bubbles: true, cancelable: true };
            element.dispatchEvent(new ClipboardEvent('cut', options));
            resolve(clipboardData.getData('text/html'));
          },
          { once: true },
        );
      });
    });
    expect(await sourceOf(text)).toBe('');
    await paste(text.field, copied);
    expect(await sourceOf(text)).toMatch(
      /^<p>A <a class="k" href="#" data-consent-open rel="noopener">B<\/a><\/p><p class="z">C<\/p>$/,
    );
  });

  testInDeep('is source where it has markup that cannot be shown, and says why', async () => {
    const html = '<p>A</p><table><tbody><tr><td>B</td></tr></tbody></table>';
    const text = await open(html);
    const { page, field, toolbar } = text;
    await page.getByText('The text has <table>, which only the HTML source can show.').waitFor();
    expect(await field.inputValue()).toBe(html);
    const toggle = toolbar.getByRole('button', { name: 'HTML source' });
    expect([await toggle.getAttribute('aria-pressed'), await toggle.isDisabled()]).toEqual(['true', true]);
    expect(await screenFaults(page)).toEqual([]);

    // What is typed decides whether the text can be shown; the field itself waits for the button.
    await field.fill('<p>A</p>');
    expect(await toggle.isDisabled()).toBe(false);
    expect(await field.inputValue()).toBe('<p>A</p>');
    await field.fill('<p onclick="x()">A</p>');
    await page.getByText('The text has markup that only the HTML source can show.').waitFor();
    await field.fill('<div>A</div><p>B <strong>C</strong></p>');
    await page.getByText('The text has <div>').waitFor();
    await field.fill('<p>B <em><strong>C</strong></em></p>');
    await toggle.click();
    expect(await field.locator('strong').textContent()).toBe('C');
    expect(await text.save()).toBe('<p>B <em><strong>C</strong></em></p>');
  });

  testInDeep('takes the direction from the script of its language', async () => {
    const { id } = await createActiveProfile(site.app, {
      name: 'EU',
      localeContent: { 'ku-Arab': germanContent() },
    });
    const { page } = await site.open(`/banners/${id}/texts?lang=ku-Arab`);
    const field = page.getByRole('textbox', { name: /^Text, Kurdish/ }).first();
    expect(await field.getAttribute('dir')).toBe('rtl');
  });

  testInDeep('keeps the direction of its language, and its edits in the browser', async () => {
    const { id } = await createActiveProfile(site.app, {
      name: 'EU',
      localeContent: { ar: germanContent() },
    });
    const { page } = await site.open(`/banners/${id}/texts?lang=ar`);
    const field = page.getByRole('textbox', { name: 'Text, Arabic', exact: true }).first();
    await field.fill('نص');
    expect([await field.getAttribute('dir'), await field.getAttribute('lang')]).toEqual(['rtl', 'ar']);
    expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('نص')));
    await page.reload();
    await page.getByText(/Your unsaved edits of .* are back\./).waitFor();
    expect(await field.textContent()).toBe('نص');
    await page.getByRole('button', { name: 'Discard the edits' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the edits' }).click();
    await page.getByText(/Your unsaved edits of/).waitFor({ state: 'detached' });
    expect(await field.textContent()).not.toBe('نص');
    expect(await isDirty(page)).toBe(false);
  });

  testInDeep('is only read without the permission to change it', async () => {
    const reader = await createUser(site.app, { role: ['profiles:read'], signIn: false });
    const text = await open('<p>A <a href="/away">B</a></p>', {
      email: reader.email,
      password: userPassword,
    });
    expect(await text.field.getAttribute('aria-readonly')).toBe('true');
    expect(await text.toolbar.count()).toBe(0);
    await text.field.getByText('B').click();
    await text.page.keyboard.type('x');
    expect(await text.field.textContent()).toBe('A B');
    expect(new URL(text.page.url()).pathname).toContain('/banners/');
    expect(await screenFaults(text.page)).toEqual([]);
  });
});
