import * as api from './consent-api.js';
import { safeHtml } from './safe-html.js';

const byId = (id) => document.getElementById(id);
let announcement;

/** Shows a message that screen readers also announce. */
export function announce(text) {
  byId('status').textContent = text;
  clearTimeout(announcement);
  announcement = setTimeout(() => byId('status').replaceChildren(), 6000);
}

/**
 * Asks for consent where it is needed, and lets the visitor change or withdraw it.
 * @param visitor { timezone, languages, language, locale } as resolve-profile accepts them
 * @param gpc whether the browser sends the Global Privacy Control signal
 * @param texts the page's own texts: `close`, `always`, `cookies(count)` ...
 * @param onChange receives { place, profile, record, inForce } after every change
 */
export function createConsent({ visitor, gpc: browserGpc, texts, onChange }) {
  const banner = byId('banner');
  const settings = byId('settings');
  let place = null;
  let profile = null;
  let record = null;
  /** The signal denies something that the visitor granted earlier, so the page must inform them. */
  let isConflict = false;
  let gpc = browserGpc;
  /** The signal applies: this browser sends it, or another device of the same user did. */
  let isSignalled = browserGpc;

  async function load() {
    place = await api.resolve(visitor);
    gpc = browserGpc || place.gpc;
    // This very version, which the decision then names: `place.path` can be an hour old in a cache.
    profile = place.found ? await api.readProfile(place.versionPath) : null;
    ({ record, isConflict } = profile ? await earlierChoice() : noChoice);
    isSignalled = gpc || isConflict;
    show();
  }

  /**
   * Returns the record of an earlier visit, if it is still valid for this profile, and whether it conflicts
   * with the signal.
   */
  async function earlierChoice() {
    const visitorId = api.visitorId();
    if (visitorId === null) return noChoice;
    try {
      const { valid, profileId, gpcConflict } = await api.verify(visitorId);
      // A choice made under another region's profile is about other categories.
      if (!valid || profileId !== profile.id) return noChoice;
      const earlier = await api.read(visitorId);
      return {
        record: earlier,
        isConflict:
          gpcConflict ||
          Object.entries(profile.preferenceModal.categories).some(([id, category]) =>
            isDeniedSince(earlier, id, category),
          ),
      };
    } catch {
      return noChoice; // the record no longer exists, but the cookie does: ask again
    }
  }

  function show() {
    const mustInform = profile !== null && (record === null || isConflict);
    if (mustInform) renderBanner();
    // Not `show()`, which would move the focus away from where the visitor is.
    banner.toggleAttribute('open', mustInform);
    onChange({ place, profile, record, inForce: profile && everyCategory(stateNow) });
  }

  // --- state
  // -------------------------------------------------------------------------------------------------

  const everyCategory = (stateOf) =>
    Object.fromEntries(
      Object.entries(profile.preferenceModal.categories).map(([id, category]) => [id, stateOf(id, category)]),
    );
  const isMandatory = (category) => category.legalBasis === 'mandatory';
  const asksNothing = ({ complianceGroup }) =>
    complianceGroup === 'notice-only' || complianceGroup === 'unregulated';
  const toRefusal = (category) => (category.legalBasis === 'legitimate-interest' ? 'objected' : 'denied');
  const listens = (category) =>
    !isMandatory(category) && category.cookies.some((id) => profile.cookies[id].listenGpc);
  const signalDenies = (category) => isSignalled && profile.gpcMode !== 'ignore' && listens(category);
  /**
   * Returns whether the browser sends the signal now and did not when the category was granted. The server
   * reports this itself when it receives the header.
   */
  const isDeniedSince = (earlier, id, category) =>
    gpc &&
    !earlier.gpcDetected &&
    profile.gpcMode !== 'ignore' &&
    listens(category) &&
    earlier.consentJson[id] === 'granted';

  /**
   * Returns the state of a category. Before any choice it is on when all its cookies are pre-granted and no
   * signal denies it.
   */
  function stateNow(id, category) {
    if (isMandatory(category)) return 'granted';
    // Not `consentJson`: the signal may have come after the visitor's decision.
    if (record && Object.hasOwn(record.effectiveConsent, id))
      return isDeniedSince(record, id, category) ? toRefusal(category) : record.effectiveConsent[id];
    const preGranted = category.cookies.every((cookie) => profile.cookies[cookie].preGranted);
    return preGranted && !signalDenies(category) ? 'granted' : toRefusal(category);
  }

  /** Returns the state that a button gives each category; `isOn` reads a category's switch. */
  function toConsentMap(button, isOn) {
    const grants = (id, category) => {
      if (button.action === 'submit') return isOn(id, category);
      if (button.cookies === '!') return false;
      // Where the signal binds by law, "accept all" does not override it; only the category's own switch
      // does.
      if (profile.gpcMode === 'strict' && signalDenies(category)) return stateNow(id, category) === 'granted';
      return button.cookies === '*' || category.cookies.every((cookie) => button.cookies.includes(cookie));
    };
    return everyCategory((id, category) =>
      isMandatory(category) || grants(id, category) ? 'granted' : toRefusal(category),
    );
  }

  const isChange = (consentJson) =>
    record !== null && Object.entries(consentJson).some(([id, state]) => record.consentJson[id] !== state);

  async function save(consentJson) {
    // Turned on despite the signal: only the category's own switch does that, below the text that explains
    // the conflict.
    const isOn = ([id, category]) => signalDenies(category) && consentJson[id] === 'granted';
    const gpcOverride =
      profile.gpcMode === 'strict' && Object.entries(profile.preferenceModal.categories).some(isOn);
    const choice = {
      consentJson,
      locale: profile.currentLocale,
      gpcDetected: gpc,
      profileVersion: place.profileVersion,
      timezone: visitor.timezone,
      ...(gpcOverride && { gpcOverride }),
    };
    // A PUT of the same choices is not a decision. A POST always is: the visitor confirmed them.
    const saved = isChange(consentJson)
      ? await api.update(record.visitorId, choice)
      : await api.submit({ ...choice, profileId: profile.id });
    record = await api.read(saved.visitorId);
    isConflict = false;
    settings.close();
    show();
    announce(texts.saved);
    byId('main').focus({ preventScroll: true });
  }

  async function erase() {
    await api.erase(record.visitorId);
    await load();
    announce(texts.erased);
    banner.focus({ preventScroll: true });
  }

  // --- display
  // ----------------------------------------------------------------------------------------------

  function renderBanner() {
    const content = (isSignalled && profile.gpcMode !== 'ignore' && profile.gpcBanner) || profile.mainBanner;
    banner.dataset.position = content.position ?? 'bottom';
    byId('banner-heading').textContent = content.heading ?? '';
    byId('banner-text').replaceChildren(safeHtml(content.htmlText));
    const asNow = (id, category) => stateNow(id, category) === 'granted';
    // A visitor who confirms a mere notice has read it and chosen nothing, so nothing is recorded as granted.
    const toChoices = (button) =>
      asksNothing(profile) && button.action === 'submit' ? {} : toConsentMap(button, asNow);
    byId('banner-buttons').replaceChildren(
      ...content.buttons.map((button) => buttonElement(button, () => toChoices(button))),
    );
  }

  /** @param toChoices returns the choices that pressing the button makes */
  function buttonElement(button, toChoices) {
    const press = button.action === 'manage' ? openSettings : guarded(() => save(toChoices()));
    return element('button', {
      type: 'button',
      className: `button ${button.style ?? 'secondary'}${button.text.length > 24 ? ' wide' : ''}`,
      textContent: button.text,
      onclick: press,
    });
  }

  /**
   * Opens a native modal dialog: the browser keeps the focus inside, closes the dialog on Escape (nothing is
   * saved) and restores the focus.
   */
  function openSettings() {
    if (profile === null || settings.open) return;
    const { heading, htmlText, buttons, categories } = profile.preferenceModal;
    byId('settings-heading').textContent = heading;
    byId('settings-text').replaceChildren(safeHtml(htmlText));
    const conflict = Object.values(categories).some(signalDenies) ? profile.gpcBanner : undefined;
    byId('settings-signal').hidden = !conflict;
    byId('settings-signal').replaceChildren(safeHtml(conflict?.htmlText));
    const isSwitchedOn = (id) => byId(`switch-${id}`).checked;
    byId('settings-categories').replaceChildren(
      ...Object.entries(categories).map(([id, category]) => categoryElement(id, category)),
    );
    byId('settings-buttons').replaceChildren(
      ...buttons.map((button) => buttonElement(button, () => toConsentMap(button, isSwitchedOn))),
    );
    byId('settings-record').textContent =
      record && profile.showFooterMetadata
        ? `${texts.consentId} ${record.id} · ${formatDate(record.updatedAt)}`
        : '';
    settings.showModal();
    byId('settings-body').scrollTop = 0;
  }

  function categoryElement(id, category) {
    const mandatory = isMandatory(category);
    const toggle = element('input', { type: 'checkbox', id: `switch-${id}`, className: 'switch' });
    toggle.checked = stateNow(id, category) === 'granted';
    toggle.disabled = mandatory;
    toggle.setAttribute('role', 'switch');
    toggle.setAttribute('aria-describedby', `about-${id}`);
    const about = element('div', { id: `about-${id}`, className: 'about' }, safeHtml(category.htmlText));
    return element(
      'li',
      { className: 'category' },
      element(
        'div',
        { className: 'category-head' },
        element('label', { htmlFor: toggle.id }, element('h3', { textContent: category.heading })),
        ...(mandatory ? [element('span', { className: 'always', textContent: texts.always })] : []),
        toggle,
      ),
      about,
      cookieList(category.cookies),
    );
  }

  function cookieList(ids) {
    const items = ids.map((id) => {
      const cookie = profile.cookies[id];
      const facts = [cookie.provider, cookie.duration && formatDuration(cookie.duration)].filter(Boolean);
      return element(
        'li',
        {},
        element('code', { textContent: cookie.name ?? id, dir: 'ltr' }),
        // Each with its own text direction: a Latin name must not change the order of an Arabic duration.
        element(
          'span',
          { className: 'facts' },
          ...facts.flatMap((fact, index) => [index > 0 ? ' · ' : '', element('bdi', { textContent: fact })]),
        ),
        // A profile describes each cookie in one language; the page translates.
        element('span', {
          textContent:
            (Object.hasOwn(texts.cookieTexts, id) ? texts.cookieTexts[id] : cookie.description) ?? '',
        }),
      );
    });
    return element(
      'details',
      {},
      element('summary', { textContent: texts.cookies(ids.length) }),
      element('ul', { className: 'cookies' }, ...items),
    );
  }

  /** Returns "13 months" in the visitor's language; any other text is returned unchanged. */
  function formatDuration(text) {
    if (text === 'Session') return texts.session;
    const [, count, unit] = /^(\d+) (minute|hour|day|month|year)s?$/.exec(text) ?? [];
    return unit
      ? new Intl.NumberFormat(visitor.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
          Number(count),
        )
      : text;
  }

  const formatDate = (time) =>
    new Intl.DateTimeFormat(visitor.locale, { dateStyle: 'medium' }).format(new Date(time));

  /** Wraps an action so that a failure shows a message and changes nothing. */
  const guarded = (action) => () =>
    action().catch((error) => {
      console.warn(error);
      announce(texts.failed);
    });

  byId('settings-close').onclick = () => settings.close();
  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-consent-open]')) return;
    event.preventDefault();
    openSettings();
  });
  return { load, openSettings, erase: guarded(erase) };
}

const noChoice = { record: null, isConflict: false };

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}
