// The page around the consent: languages, the demo's controls, the basket, and the "What happened" panel.

import { announce, createConsent } from './consent.js';
import { readCookie, watchCalls, writeCookie } from './consent-api.js';
import { texts as allTexts } from './texts.js';

const byId = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

const languages = Object.keys(allTexts);
const preferred = [
  query.get('lang'),
  readCookie('shop_language'),
  ...navigator.languages.map((tag) => tag.slice(0, 2)),
];
const lang = preferred.find((tag) => languages.includes(tag)) ?? 'en';
const texts = allTexts[lang];

const zones = {
  eu: 'Europe/Berlin',
  us: 'America/Los_Angeles',
  mine: Intl.DateTimeFormat().resolvedOptions().timeZone,
};
const region = Object.hasOwn(zones, query.get('region') ?? '') ? query.get('region') : 'eu';
const gpc = navigator.globalPrivacyControl === true || query.get('gpc') === '1';

translate();
showControls();
showBasket();
keepClearOfBanner();

const consent = createConsent({
  visitor: {
    timezone: zones[region],
    languages: navigator.languages,
    language: navigator.language,
    locale: lang,
  },
  gpc,
  texts,
  onChange: showState,
});
watchCalls(showCall);
byId('erase').onclick = consent.erase;
consent.load().catch((error) => {
  console.warn(error);
  announce(texts.failed);
});

function translate() {
  document.documentElement.lang = lang;
  document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr';
  document.title = texts.title;
  for (const node of document.querySelectorAll('[data-text]')) node.textContent = texts[node.dataset.text];
  for (const node of document.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', texts[node.dataset.label]);
  for (const node of document.querySelectorAll('[data-region]'))
    node.textContent = texts.regions[node.dataset.region];
  const price = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: region === 'us' ? 'USD' : 'EUR',
    maximumFractionDigits: 0,
  });
  for (const node of document.querySelectorAll('[data-price]'))
    node.textContent = price.format(Number(node.dataset.price));
  byId('policy').href = `/privacy?lang=${lang}`;
}

/** Language, region and signal are in the address, so that a reload or a shared link shows the same. */
function showControls() {
  const form = byId('demo');
  form.lang.value = lang;
  form.region.value = region;
  form.gpc.checked = gpc;
  form.gpc.disabled = navigator.globalPrivacyControl === true;
  form.onchange = () => {
    const next = new URLSearchParams({
      lang: form.lang.value,
      region: form.region.value,
      ...(form.gpc.checked && { gpc: '1' }),
    });
    location.search = next.toString();
  };
}

/** `shop_session` is necessary: it needs no consent and is not kept longer than the visit. */
function showBasket() {
  const count = () => Number(readCookie('shop_session') ?? 0);
  const show = () => {
    byId('basket').textContent = texts.basket(new Intl.NumberFormat(lang).format(count()));
  };
  for (const button of document.querySelectorAll('[data-product]')) {
    const name = texts[button.dataset.product];
    button.setAttribute('aria-label', `${texts.add}: ${name}`);
    button.onclick = () => {
      writeCookie('shop_session', count() + 1);
      show();
      announce(texts.added(name));
    };
  }
  show();
}

/** Applies a choice: everything that needs consent follows `inForce`. */
function applyConsent(inForce) {
  const may = (category) => inForce?.[category] === 'granted';
  writeCookie('shop_language', lang, `; Max-Age=${may('preferences') ? 31_536_000 : 0}`);
  byId('film').dataset.allowed = String(may('media'));
  byId('film-note').textContent = may('media') ? texts.filmAllowed : texts.filmBlocked;
  byId('film-button').hidden = may('media') || inForce === null;
}

function showState({ place, profile, record, inForce }) {
  applyConsent(inForce);
  byId('settings-link').hidden = profile === null;
  byId('settings-link-text').textContent =
    profile?.choicesLink?.text ?? profile?.preferenceModal.heading ?? '';
  byId('settings-link-icon').toggleAttribute('hidden', profile?.choicesLink?.optOutIcon !== true);
  const categories = Object.entries(profile?.preferenceModal.categories ?? {});
  byId('in-force').replaceChildren(
    ...categories.map(([id, category]) => {
      const item = document.createElement('li');
      item.dataset.state = inForce[id];
      item.textContent = `${category.heading} · ${texts.states[inForce[id]]}`;
      return item;
    }),
  );
  const nothing = profile === null ? texts.noProfile(place.complianceGroup) : texts.noRecord;
  byId('record').textContent = record ? JSON.stringify(record, null, 2) : '';
  byId('record').hidden = record === null;
  byId('no-record').textContent = record ? '' : nothing;
  byId('erase').hidden = record === null;
}

function showCall({ method, path, status }) {
  const item = document.createElement('li');
  const [shown] = path.split('?');
  for (const [name, text] of Object.entries({ method, path: shown, status })) {
    const part = document.createElement('span');
    part.className = name;
    part.textContent = text;
    item.append(part, ' ');
  }
  item.title = path;
  byId('calls').append(item);
}

/** The banner covers the end of the page: leaves room there, so that everything can be scrolled into view. */
function keepClearOfBanner() {
  const banner = byId('banner');
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--banner-height', `${banner.offsetHeight}px`),
  ).observe(banner);
}
