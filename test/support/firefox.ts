import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { WebSocket } from 'undici';
import { serviceAddresses } from './services';
import { until } from './webhook-receiver';

/** Named keys of WebDriver; every other key is its character. */
export const keys = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' } as const;

// biome-ignore lint/suspicious/noExplicitAny: the specification describes what each command returns
type Result = Readonly<Record<string, any>>;
type Preference = boolean | string | number;

/** Nothing that Firefox does at a start for people: no first page, no requests to its maker. */
const preferences: Readonly<Record<string, Preference>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.enabledScopes': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'startup.homepage_welcome_url': 'about:blank',
  'ui.prefersReducedMotion': 1,
};

/** A command over WebDriver BiDi, with the longest time that it may take (ms). */
type Send = (method: string, params?: object, longestMs?: number) => Promise<Result>;

/** Longest time of a command (ms). A busy machine starts Firefox and loads a page as slowly. */
const longestCommandMs = 30_000;

/** Longest time of a key or a click (ms), which Firefox may leave unanswered when the page ends under it. */
const longestActionMs = 8000;

class NoAnswer extends Error {}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no answer from ${address}`));
  });
  const waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>();
  const listeners = new Set<(method: string, params: Result) => void>();
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message, method, params } = JSON.parse(String(data));
    if (type === 'event') for (const listener of listeners) listener(method, params);
    else if (type === 'success') waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`));
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  };
  const send: Send = async (method, params = {}, longestMs = longestCommandMs) => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<Result>((resolve, reject) => waiting.set(id, { resolve, reject }));
    socket.send(JSON.stringify({ id, method, params }));
    const limit = setTimeout(
      () => waiting.get(id)?.reject(new NoAnswer(`Firefox does not answer ${method}`)),
      longestMs,
    );
    return answer.finally(() => {
      clearTimeout(limit);
      waiting.delete(id);
    });
  };
  return { send, listeners };
}

/**
 * Starts the Firefox of the system, which Playwright cannot drive, and speaks WebDriver BiDi with it
 * (https://www.w3.org/TR/webdriver-bidi/). Close it.
 */
export async function launchFirefox() {
  const profile = await mkdtemp(join(tmpdir(), 'ec_test_firefox_'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const firefox = spawn(
    serviceAddresses.firefox,
    // With access to the system a test can set preferences while Firefox runs.
    [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port=0',
      '--remote-allow-system-access',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => firefox.once('exit', resolve));
  const { send, listeners, contexts } = await openSession(firefox).catch((error) => {
    // A Firefox that stays would keep this process alive.
    firefox.kill('SIGKILL');
    throw error;
  });

  return {
    /** Sets a preference of Firefox, until it is set again. */
    async setPreference(name: string, value: Preference): Promise<void> {
      const kind = { boolean: 'Bool', string: 'String', number: 'Int' }[typeof value as 'boolean'];
      const call = `Services.prefs.set${kind}Pref(${JSON.stringify(name)}, ${JSON.stringify(value)})`;
      await send('script.evaluate', {
        expression: call,
        target: { context: contexts[0].context },
        awaitPromise: false,
      });
    },
    /** Opens a page as a new visitor, who has cookies of their own. */
    async createVisitor({ locale = 'en-GB', width = 1280, height = 800 } = {}) {
      const { userContext } = await send('browser.createUserContext');
      await send('emulation.setLocaleOverride', { locale, userContexts: [userContext] });
      const { context } = await send('browsingContext.create', { type: 'tab', userContext });
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
      const page = createPage(send, listeners, context);
      return {
        page,
        /** Values of the visitor's cookies, by name. */
        async cookies(): Promise<Readonly<Record<string, string>>> {
          const partition = { type: 'context', context };
          const { cookies } = await send('storage.getCookies', { partition });
          return Object.fromEntries(cookies.map((cookie: Result) => [cookie.name, cookie.value.value]));
        },
        async leave(): Promise<void> {
          await send('browser.removeUserContext', { userContext });
        },
      };
    },
    async close(): Promise<void> {
      await send('browser.close');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Opens a session of WebDriver BiDi with a Firefox that starts. */
async function openSession(firefox: ChildProcessByStdio<null, null, Readable>) {
  const address = await new Promise<string>((resolve, reject) => {
    firefox.once('error', reject);
    createInterface(firefox.stderr)
      .on('line', (line) => {
        const found = /^WebDriver BiDi listening on (ws:.*)$/.exec(line);
        if (found !== null) resolve(`${found[1]}/session`);
      })
      .once('close', () => reject(new Error('Firefox has ended')));
  });
  const { send, listeners } = await connect(address);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] });
  const { contexts } = await send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  return { send, listeners, contexts };
}

export type Firefox = Awaited<ReturnType<typeof launchFirefox>>;
export type FirefoxPage = ReturnType<typeof createPage>;

function createPage(send: Send, listeners: Set<(method: string, params: Result) => void>, context: string) {
  const complaints: string[] = [];
  const responses: { readonly method: string; readonly url: string; readonly status: number }[] = [];
  listeners.add((event, params) => {
    if (event === 'log.entryAdded' && params.source.context === context && params.level === 'error')
      complaints.push(`${params.type}: ${params.text}`);
    if (event === 'network.responseCompleted' && params.context === context) {
      const { status, url } = params.response;
      responses.push({ method: params.request.method, url, status });
      if (status >= 400) complaints.push(`${status}: ${params.request.method} ${url}`);
    }
  });

  async function call(functionDeclaration: string, awaitPromise = true): Promise<Result> {
    const answer = await send('script.callFunction', {
      functionDeclaration,
      target: { context },
      awaitPromise,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }
  /** Runs a function in the page. */
  async function evaluate<Args extends readonly unknown[], Value>(
    run: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value> {
    const made = await call(`async () => JSON.stringify(await (${run})(...${JSON.stringify(args)}))`);
    // There is no text for `undefined`.
    const value: unknown = made.type === 'string' ? JSON.parse(made.value) : undefined;
    return value as Value;
  }
  /** Acts with keyboard or mouse. Where that leaves the page, what comes next shows that it did. */
  async function act(device: object): Promise<void> {
    await send('input.performActions', { context, actions: [device] }, longestActionMs).catch((error) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
  }
  /** Returns elements, also of shadow roots. */
  async function locate(locator: object): Promise<readonly Result[]> {
    const roots = await call(
      `() => {
      const roots = [document.documentElement];
      for (const root of roots)
        for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
      return roots;
    }`,
      false,
    );
    const { nodes } = await send('browsingContext.locateNodes', {
      context,
      locator,
      startNodes: roots.value.map(({ sharedId }: Result) => ({ sharedId })),
    });
    return nodes;
  }
  /** Returns the elements with a role and a name in Firefox's accessibility tree, which a page has once it has loaded. */
  const find = (role: string, name: string) => locate({ type: 'accessibility', value: { role, name } });
  /** Waits for the element, and returns it. */
  async function see(role: string, name: string): Promise<Result> {
    let found: Result | undefined;
    // While a page is left, there is none to look into.
    await until(async () => {
      found = (await find(role, name).catch(() => []))[0];
      return found;
    }, `the ${role} "${name}"`);
    return found as Result;
  }

  return {
    complaints,
    responses,
    evaluate,
    find,
    see,
    async goto(url: string): Promise<void> {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async goBack(): Promise<void> {
      await send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    /** Waits until a function is true in the page. */
    async waitFor<Args extends readonly unknown[]>(run: (...args: Args) => unknown, ...args: Args) {
      await until(() => evaluate(run, ...args).catch(() => false), `${run}`);
    },
    /** Waits for a text outside of shadow roots, also where scripts are turned off. */
    async seeText(text: string): Promise<void> {
      const locator = { type: 'xpath', value: `//*[normalize-space() = "${text}"]` };
      await until(async () => (await locate(locator).catch(() => [])).length > 0, `the text "${text}"`);
    },
    /** Waits until there is no such element. */
    async waitUntilGone(role: string, name: string): Promise<void> {
      await until(
        async () => (await find(role, name).catch(() => [undefined])).length === 0,
        `the end of the ${role} "${name}"`,
      );
    },
    /** Presses keys, one after the other. */
    async press(...pressed: readonly string[]): Promise<void> {
      await act({
        type: 'key',
        id: 'keyboard',
        actions: pressed.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      });
    },
    /** Presses the middle of an element with the mouse. */
    async click(role: string, name: string): Promise<void> {
      const { sharedId } = await see(role, name);
      await send('script.callFunction', {
        functionDeclaration: `(element) => element.scrollIntoView({ block: 'nearest' })`,
        arguments: [{ sharedId }],
        target: { context },
        awaitPromise: false,
      });
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      });
    },
  };
}
