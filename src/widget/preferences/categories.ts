import { countCookies, listServices } from '#layers/index';
import { inWholeUnits } from '#standards/time-units';
import { createIcon, createText } from '../core/controls';
import type { Kit, Switches, WidgetParameter } from '../widget-types';
import { createServiceList } from './services';

const chevron = 'm6 4 4 4-4 4';
const lock = 'M4.5 7.5V5a3.5 3.5 0 0 1 7 0v2.5m-8 0h9v6h-9z';

export interface CategoryList extends Switches {
  readonly node: HTMLElement;
}

/**
 * Creates the list of categories: rows with a switch, each of which opens to what it contains.
 * @param before whose switches it starts with, instead of the choice in force
 */
export function createCategoryList(kit: Kit, before?: CategoryList): CategoryList {
  const { profile, element, word, categories, context } = kit;
  const isOn = before?.isSwitchedOn ?? categories.isOn;
  const known = before?.answers() ?? context.services;
  const switches = new Map<string, HTMLInputElement>();
  const services = new Map<string, HTMLInputElement>();

  const items = categories.ids.map((id, index) => {
    const { heading, htmlText, cookies = [] } = profile.preferenceModal.categories[id] ?? {};
    const keys = listServices(profile, id);
    const toggle = element('input', {
      type: 'checkbox',
      // A switch is on or off, and a checkbox can also be in between.
      role: keys[0] ? undefined : 'switch',
      id: `switch-${index}`,
      part: 'switch',
      'aria-label': heading ?? id,
      'aria-describedby': `about-${index}`,
      checked: isOn(id),
    });
    switches.set(id, toggle);
    const about = createText(kit, htmlText);
    about.id = `about-${index}`;
    const own = keys[0]
      ? createServiceList(kit, keys, toggle, !categories.isMandatory(id), known)
      : undefined;
    for (const [key, service] of own?.switches ?? []) services.set(key, service);
    const panel = element(
      'div',
      { class: 'panel', part: 'panel', id: `panel-${index}`, hidden: true },
      about,
      own?.node,
    );
    let isFilled = false;
    const opener = element(
      'button',
      {
        type: 'button',
        class: 'opener',
        part: 'opener',
        'aria-expanded': 'false',
        'aria-controls': panel.id,
      },
      createIcon(kit, chevron),
      element('span', {}, heading ?? id),
      cookies.length > 0 && element('span', { class: 'count' }, countCookies(kit, cookies.length)),
    );
    opener.onclick = () => {
      panel.hidden = !panel.hidden;
      opener.ariaExpanded = `${!panel.hidden}`;
      // Filled when it is first opened: a profile can have 2,000 cookies.
      if (!isFilled && cookies.length > 0) panel.append(createCookieList(kit, cookies));
      isFilled = true;
    };
    return element(
      'li',
      { class: 'category', part: 'category', 'data-category': id },
      element(
        'div',
        { class: 'row' },
        element('h3', {}, opener),
        categories.isMandatory(id)
          ? element('span', { class: 'always' }, createIcon(kit, lock), word('alwaysOn'))
          : toggle,
      ),
      panel,
    );
  });
  return {
    node: element('ul', { class: 'categories' }, ...items),
    isSwitchedOn: (id) => switches.get(id)?.checked ?? false,
    answers: () => Object.fromEntries([...services].map(([key, { checked }]) => [key, checked])),
  };
}

function createCookieList(kit: Kit, ids: readonly string[]): HTMLElement {
  const { cookies } = kit.profile;
  return kit.element(
    'ul',
    { class: 'cookies' },
    ...ids.map((id) => {
      const parameter = cookies[id];
      return parameter && createParameter(kit, id, parameter);
    }),
  );
}

function createParameter(kit: Kit, id: string, parameter: WidgetParameter): HTMLElement {
  const { element, word } = kit;
  const { name = id, provider, description, domains } = parameter;
  const facts = [
    [word('provider'), provider],
    [word('duration'), formatDuration(kit, parameter)],
    [word('domains'), domains?.join(', ')],
  ].flatMap(([label, value]) =>
    value
      ? [element('div', {}, element('dt', {}, label ?? ''), element('dd', {}, element('bdi', {}, value)))]
      : [],
  );
  return element(
    'li',
    {},
    element('code', { dir: 'ltr' }, name),
    description && element('p', { dir: 'auto' }, description),
    facts.length > 0 && element('dl', {}, ...facts),
  );
}

/** Returns "13 months" in the visitor's language; a text that is not a plain duration stays as it is. */
function formatDuration({ profile, word }: Kit, { maxAgeSeconds, duration = '' }: WidgetParameter): string {
  if (maxAgeSeconds === 'session' || /^session$/i.test(duration)) return word('session');
  const [, written, writtenUnit] = /^(\d{1,6}) (minute|hour|day|month|year)s?$/.exec(duration) ?? [];
  const { count, unit } = maxAgeSeconds
    ? inWholeUnits(maxAgeSeconds)
    : { count: Number(written), unit: writtenUnit };
  return unit
    ? new Intl.NumberFormat(profile.currentLocale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
    : duration;
}
