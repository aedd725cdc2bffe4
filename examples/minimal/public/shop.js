// The page around the widget: languages, the demo's controls, the basket, and the "What happened" panel.

import { readCookie, writeCookie } from './cookies.js';
import { texts as allTexts } from './texts.js';

const byId = (id) => document.getElementById(id);
const { lang } = document.documentElement;
const texts = allTexts[lang];
const query = new URLSearchParams(location.search);
const region = readCookie('shop_region') ?? 'eu';
const gpc = navigator.globalPrivacyControl === true;

translate();
showControls();
showBasket();
followConsent();
listCalls();

function translate() {
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
  // Californian law has a name and an icon for this link.
  byId('choices').href = `/privacy?lang=${lang}`;
  byId('choices-text').textContent = texts.choices[region === 'us' ? 'us' : 'eu'];
  byId('opt-out-icon').toggleAttribute('hidden', region !== 'us');
}

/** Language, region and signal are in the address, so that a reload or a shared link shows the same. */
function showControls() {
  const form = byId('demo');
  form.lang.value = lang;
  form.region.value = region;
  form.gpc.checked = gpc;
  form.gpc.disabled = gpc && !query.has('gpc');
  form.onchange = ({ target }) => {
    // A visitor from elsewhere is another visitor, who has not chosen yet.
    if (target.name !== 'lang') writeCookie('svc_choice', '', '; Max-Age=0');
    location.search = new URLSearchParams({
      lang: form.lang.value,
      region: form.region.value,
      ...(form.gpc.checked && { gpc: '1' }),
    });
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

let announcement;

/** Shows a message that screen readers also announce. */
function announce(text) {
  byId('status').textContent = text;
  clearTimeout(announcement);
  announcement = setTimeout(() => byId('status').replaceChildren(), 6000);
}

/** Applies each choice. Scripts and frames follow it by their `data-category`; the shop's own code asks. */
function followConsent() {
  const follow = ({ states, decided }) => {
    writeCookie('shop_language', lang, `; Max-Age=${states.preferences === 'granted' ? 31_536_000 : 0}`);
    byId('in-force').replaceChildren(
      ...Object.entries(states).map(([id, state]) => {
        const item = document.createElement('li');
        item.dataset.state = state;
        item.textContent = `${texts.categories[id]} · ${texts.states[state]}`;
        return item;
      }),
    );
    if (decided) loadRecord();
    else showRecord(null);
  };
  document.addEventListener('consent', ({ detail }) => follow(detail));
  if (window.expressConsent) follow(window.expressConsent); // the widget was first
  byId('erase').onclick = async () => {
    await window.expressConsent.erase();
    announce(texts.erased);
  };
}

/** Shows the record as the service has it. The widget itself does not need it. */
async function loadRecord() {
  if (readCookie('svc_vid') === null) return;
  const answer = await fetch('/svc/api/v1/consent?of=demo');
  showRecord(answer.ok ? (await answer.json()).record : null);
}

function showRecord(record) {
  byId('record').textContent = record ? JSON.stringify(record, null, 2) : '';
  byId('record').hidden = record === null;
  byId('no-record').textContent = record ? '' : texts.noRecord;
  byId('erase').hidden = record === null;
}

/** Lists the widget's requests to the service. */
function listCalls() {
  const list = (entries) => {
    for (const { name, responseStatus } of entries.getEntries()) {
      const { pathname, search } = new URL(name);
      if (!pathname.startsWith('/svc/') || search === '?of=demo') continue;
      const item = document.createElement('li');
      for (const [part, text] of Object.entries({ path: pathname, status: responseStatus || '' })) {
        const span = document.createElement('span');
        span.className = part;
        span.textContent = text;
        item.append(span, ' ');
      }
      byId('calls').append(item);
      // The service has a decision: its record has changed.
      if (pathname.endsWith('/api/v1/consent')) loadRecord();
    }
  };
  new PerformanceObserver(list).observe({ type: 'resource', buffered: true });
}
