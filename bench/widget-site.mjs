/**
 * A shop whose pages get a banner in several ways, for `widget.mjs` and `widget-main-thread.mjs`: one Express process serves all of them,
 * compressed. Needs `npm run build` and `npm ci --prefix bench/peers`.
 */
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { startConsentApp } from './consent-app.mjs';

const peer = new URL('peers/node_modules/vanilla-cookieconsent/', import.meta.url);

/** The ways, as rows of the tables; each is compared with `baseline`. */
export const names = {
  none: 'no banner',
  documented: 'orestbida 3.1.0, as documented',
  tuned: 'orestbida 3.1.0, tuned',
  tag: 'ours, one tag',
  snippet: 'ours, `consent.page()` with browser hints',
  inlineSnippet: 'ours, `consent.page()` with browser hints, `inline`',
  written: 'ours, `consent.page()` with the texts',
  inline: 'ours, `consent.page()` with the texts, `inline`',
  frame: 'ours, `consent.page()` with the banner in the page',
};
export const baseline = 'tuned';

/** As a host compresses its pages and its files: files once, pages for each request. */
const compress = (bytes, quality) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const paragraphs = Array.from(
  { length: 30 },
  (_, index) =>
    `<p>Bowl ${index} was thrown by hand in ${1990 + index}, dried for ${index + 3} weeks and fired with wood of the valley. It holds ${index * 40 + 120} ml and may go into the oven.</p>`,
).join('');

/** For pages that do not contain the banner itself. */
const noBody = { body: false };

const layOut = (head, footer, start = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><link rel="icon" href="data:,"><style>body{font:16px/1.5 sans-serif;margin:0 auto;max-width:40rem;padding:1rem}</style>${head}</head><body>${start}<main><h1>Stoneware</h1>${paragraphs}</main><footer>${footer}</footer></body></html>`;

const ownFooter = '<a href="#" data-consent-open>Privacy settings</a>';
const peerFooter = '<a href="#" data-cc="show-preferencesModal">Privacy settings</a>';

/** The texts of our profile as the configuration of orestbida's banner. */
function toPeerConfig({ profileJson: { mainBanner, preferenceModal, cookies } }) {
  const [accept, refuse, manage] = mainBanner.buttons.map(({ text }) => text);
  const categories = Object.entries(preferenceModal.categories);
  return {
    // Otherwise there is no banner for a browser under a driver.
    hideFromBots: false,
    categories: Object.fromEntries(
      categories.map(([id, { legalBasis }]) => [id, legalBasis === 'mandatory' ? { readOnly: true } : {}]),
    ),
    language: {
      default: 'en',
      translations: {
        en: {
          consentModal: {
            title: mainBanner.heading,
            description: mainBanner.htmlText,
            acceptAllBtn: accept,
            acceptNecessaryBtn: refuse,
            showPreferencesBtn: manage,
          },
          preferencesModal: {
            title: preferenceModal.heading,
            acceptAllBtn: accept,
            acceptNecessaryBtn: refuse,
            savePreferencesBtn: preferenceModal.buttons[0].text,
            closeIconLabel: 'Close',
            sections: [
              { description: preferenceModal.htmlText },
              ...categories.map(([id, category]) => ({
                title: category.heading,
                description: category.htmlText,
                linkedCategory: id,
                cookieTable: {
                  headers: { name: 'Name', provider: 'Provider', description: 'Purpose', duration: 'Kept' },
                  body: category.cookies.map((key) => {
                    const { name, provider, description, duration } = cookies[key];
                    return { name, provider, description, duration };
                  }),
                },
              })),
            ],
          },
        },
      },
    },
  };
}

const inlineJson = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** orestbida's files and tags, tuned: nothing blocks the page, everything is asked for at once, no animation. */
async function createPeer(app, profile) {
  const files = { 'cookieconsent.umd.js': 'text/javascript', 'cookieconsent.css': 'text/css' };
  for (const [name, type] of Object.entries(files)) {
    const body = compress(await readFile(new URL(`dist/${name}`, peer)), 11);
    app.get(`/peer/${name}`, (_req, res) =>
      res
        .set({
          'Content-Type': `${type}; charset=utf-8`,
          'Content-Encoding': 'br',
          'Cache-Control': 'public, max-age=31536000, immutable',
        })
        .end(body),
    );
  }
  const config = inlineJson(toPeerConfig(profile));
  const run = `CookieConsent.run(${config})`;
  const still = '<style>#cc-main{--cc-modal-transition-duration:0s}</style>';
  return {
    /** As its documentation writes it: style sheet in the head, script at the end of the page. */
    documented: () =>
      layOut(
        `<link rel="stylesheet" href="/peer/cookieconsent.css">`,
        `${peerFooter}<script src="/peer/cookieconsent.umd.js"></script><script>${run}</script>`,
      ),
    tuned: () =>
      layOut(
        `${still}<link rel="stylesheet" href="/peer/cookieconsent.css" media="print" onload="this.media='all'"><link rel="preload" as="style" href="/peer/cookieconsent.css"><script src="/peer/cookieconsent.umd.js" async onload="${run.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></script>`,
        peerFooter,
      ),
  };
}

/**
 * Starts the shop. Returns its address, the ways by name, and a function that ends it.
 * @param wanted names of the ways to serve; default: all
 */
export async function startSite(wanted) {
  const { app, origin, profile, consent, behindCdn, close } = await startConsentApp({ rateLimit: false });
  const isWanted = (name) => wanted === undefined || wanted.includes(name);
  const { documented, tuned } =
    isWanted('documented') || isWanted('tuned') ? await createPeer(app, profile) : {};
  const all = {
    none: () => layOut('', ''),
    documented,
    tuned,
    tag: () => layOut('<script src="/svc/widget.js" async></script>', ownFooter),
    snippet: async (req) => layOut((await consent.page(req, noBody)).head, ownFooter),
    inlineSnippet: async (req) =>
      layOut((await consent.page(req, { ...noBody, inline: true })).head, ownFooter),
    written: async (req) => layOut((await behindCdn.page(req, { ...noBody, locale: 'en' })).head, ownFooter),
    inline: async (req) =>
      layOut((await behindCdn.page(req, { ...noBody, locale: 'en', inline: true })).head, ownFooter),
    frame: async (req) => {
      const { head, body } = await behindCdn.page(req, { locale: 'en' });
      return layOut(head, ownFooter, body);
    },
  };
  const ways = Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));
  for (const [name, render] of Object.entries(ways))
    app.get(`/${name}`, async (req, res) => {
      const body = compress(Buffer.from(await render(req)), 5);
      res.set({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' }).end(body);
    });
  return { origin, ways: Object.keys(ways), close };
}
