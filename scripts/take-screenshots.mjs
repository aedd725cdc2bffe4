// `npm run screenshots`: fills a new database with demo visitors, opens the dashboard on it, and saves the pictures
// that README.md and docs/guide show to docs/images/. The package contains them: reduce them to 255 colours afterwards.
// `--components DIR` saves pictures of every component instead: on a phone and a desktop, light and dark. Run it after
// `npm run build`, and look at the pictures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { serveComponents } from './components.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs/images');
const operator = { email: 'admin@shop.example', password: 'a password for pictures only' };

/** Every picture: where it is taken, what is done first, and how large it is. */
const pictures = [
  { name: 'overview', path: '/', viewport: { width: 1280, height: 860 } },
  {
    name: 'texts',
    path: '/banners',
    viewport: { width: 1440, height: 900 },
    async open(page) {
      await page
        .getByRole('link', { name: /^Starter: Opt-in$|Opt-in/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Texts' }).click();
    },
  },
  {
    name: 'visitor',
    path: '/consents',
    viewport: { width: 1280, height: 720 },
    async open(page) {
      await page
        .getByRole('row', { name: /Saved preferences/ })
        .getByRole('link')
        .first()
        .click();
    },
  },
];

const directory = await mkdtemp(join(tmpdir(), 'ec_pictures_'));
const configFile = join(directory, 'consent.config.mjs');
const config = {
  auth: {
    mode: 'local',
    adminEmail: operator.email,
    adminPassword: operator.password,
    masterSecret: 'a master secret for pictures only',
  },
  compliance: { dataSigningHash: 'a signing secret for pictures only' },
};
await writeFile(
  configFile,
  `import knex from ${JSON.stringify(import.meta.resolve('knex'))};
export default {
  knex: knex({
    client: 'better-sqlite3',
    connection: { filename: ${JSON.stringify(join(directory, 'pictures.sqlite'))} },
    useNullAsDefault: true,
  }),
  ...${JSON.stringify(config)},
};`,
);

/** Runs the command line. */
const run = (...args) =>
  spawn(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Serves the database on a free port and returns the address. */
async function serve() {
  const child = run('serve', '--port', '0', '--config', configFile);
  // The stream stays open: the service may write more.
  const reading = child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false });
  for await (const text of reading) {
    const [origin] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
    if (origin) return { child, origin };
  }
  throw new Error('The service did not start.');
}

/** Waits until nothing is loading any more. */
async function isLoaded(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.skeleton'));
  await page.frames().at(-1)?.waitForLoadState('networkidle');
}

async function take(browser, origin, { name, path, viewport, open }) {
  const context = await browser.newContext({
    viewport,
    colorScheme: 'light',
    locale: 'en',
    reducedMotion: 'reduce',
  });
  const answer = await context.request.post(`${origin}/svc/admin/v1/auth/login`, {
    data: { ...operator, session: 'cookie' },
    headers: { 'X-Requested-With': 'dashboard' },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const page = await context.newPage();
  await page.goto(`${origin}/svc${path}`);
  await open?.(page);
  await isLoaded(page);
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
  await context.close();
}

/** Saves the pictures of the documentation. */
async function takePictures(browser) {
  await mkdir(images, { recursive: true });
  const filling = run(
    'demo-data',
    '--consents',
    '5000',
    '--days',
    '60',
    '--seed',
    'pictures',
    '--config',
    configFile,
  );
  filling.stdout.resume();
  const [code] = await once(filling, 'exit');
  if (code !== 0) throw new Error('The demo visitors could not be created.');
  const { child, origin } = await serve();
  for (const picture of pictures) await take(browser, origin, picture);
  child.kill('SIGTERM');
}

/** Saves pictures of every component of the dashboard to a folder, and of each dialog. */
async function takeComponents(browser, folder) {
  await mkdir(folder, { recursive: true });
  const { origin, close } = await serveComponents(0);
  const widths = { phone: 375, desktop: 1280 };
  for (const colorScheme of ['light', 'dark'])
    for (const [device, width] of Object.entries(widths)) {
      const viewport = { width, height: 900 };
      const page = await browser.newPage({ viewport, colorScheme, locale: 'en', reducedMotion: 'reduce' });
      for (const name of ['', 'small', 'large', 'form', 'pending', 'confirm', 'typed']) {
        await page.goto(`${origin}/?open=${name}`);
        await page
          .locator(name === '' ? '.panel' : '.dialog')
          .first()
          .waitFor();
        const path = join(folder, `${name || 'page'}-${device}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: name === '', animations: 'disabled' });
      }
      await page.close();
    }
  await close();
}

const { values } = parseArgs({ options: { components: { type: 'string' } } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
try {
  if (values.components === undefined) await takePictures(browser);
  else await takeComponents(browser, values.components);
} finally {
  await browser.close();
  await rm(directory, { recursive: true, force: true });
}
