import type { Kit, WidgetParameter } from '../widget-types';

/** Creates the list of categories, each with a switch and what it contains. */
export function createCategoryList(kit: Kit): {
  readonly node: HTMLElement;
  isSwitchedOn(id: string): boolean;
} {
  const { profile, element, word, categories } = kit;
  const switches = new Map<string, HTMLInputElement>();

  const items = categories.ids.map((id, index) => {
    const { heading, htmlText, cookies = [] } = profile.preferenceModal.categories[id] ?? {};
    const isMandatory = categories.isMandatory(id);
    const toggle = element('input', {
      type: 'checkbox',
      role: 'switch',
      id: `switch-${index}`,
      part: 'switch',
      'aria-describedby': `about-${index}`,
      checked: categories.isOn(id),
    });
    switches.set(id, toggle);
    const about = kit.html(htmlText);
    about.id = `about-${index}`;
    return element(
      'li',
      { class: 'category', part: 'category' },
      element(
        'div',
        { class: 'title' },
        element(
          'h3',
          {},
          isMandatory ? (heading ?? id) : element('label', { for: toggle.id }, heading ?? id),
        ),
        isMandatory ? element('span', { class: 'always' }, word('alwaysOn')) : toggle,
      ),
      about,
      cookies.length > 0 && createDetails(kit, cookies),
    );
  });
  return {
    node: element('ul', { class: 'categories' }, ...items),
    isSwitchedOn: (id) => switches.get(id)?.checked ?? false,
  };
}

/** Creates a closed list of parameters, filled when it is first opened: a profile can have 2,000. */
function createDetails(kit: Kit, ids: readonly string[]): HTMLElement {
  const { profile, element, word } = kit;
  const form = new Intl.PluralRules(profile.currentLocale).select(ids.length);
  const key = `cookies${form.charAt(0).toUpperCase()}${form.slice(1)}`;
  const count = { count: ids.length };
  const list = element('ul', { class: 'cookies' });
  const details = element(
    'details',
    {},
    element('summary', {}, word(key, count) || word('cookiesOther', count)),
    list,
  );
  details.ontoggle = () => {
    if (list.childElementCount > 0) return;
    list.append(
      ...ids.flatMap((id) => {
        const parameter = profile.cookies[id];
        return parameter ? [createParameter(kit, id, parameter)] : [];
      }),
    );
  };
  return details;
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

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns "13 months" in the visitor's language; a text that is not a plain duration stays as it is. */
function formatDuration({ profile, word }: Kit, { maxAgeSeconds, duration = '' }: WidgetParameter): string {
  if (maxAgeSeconds === 'session' || /^session$/i.test(duration)) return word('session');
  const [, written, writtenUnit] = /^(\d{1,6}) (minute|hour|day|month|year)s?$/.exec(duration) ?? [];
  const [unit, seconds] = units.find(([, length]) => (maxAgeSeconds ?? 0) >= length) ?? ['second', 1];
  const [count, countedUnit] = maxAgeSeconds
    ? [Math.round(maxAgeSeconds / seconds), unit]
    : [Number(written), writtenUnit];
  return countedUnit
    ? new Intl.NumberFormat(profile.currentLocale, {
        style: 'unit',
        unit: countedUnit,
        unitDisplay: 'long',
      }).format(count)
    : duration;
}
