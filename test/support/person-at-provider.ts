/**
 * A person's browser at the pages of oidc-provider: keeps cookies, fills in the login form and agrees to what
 * is asked.
 */
export async function logInAt(start: URL, login: string, backTo: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { url: URL; body?: URLSearchParams } = { url: start };
  for (let steps = 0; steps < 15; steps += 1) {
    if (next.url.href.startsWith(backTo)) return next.url;
    const { url, body } = next;
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const page = await fetch(url, {
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    for (const cookie of page.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = page.headers.get('location');
    if (location !== null) {
      await page.body?.cancel();
      next = { url: new URL(location, url) };
      continue;
    }
    const html = await page.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form at ${url.pathname}: ${page.status} ${html.slice(0, 300)}`);
    next = {
      url: new URL(action, url),
      body: new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) }),
    };
  }
  throw new Error('the provider does not send the browser back');
}
