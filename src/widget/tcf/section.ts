import { createIcon } from '../core/controls';
import type { Child, Kit } from '../widget-types';
import { chooseAll, type Kind, type Selection } from './selection';
import { fill, type Periods, type TcfList, type Vendor } from './tcf-list';

interface Switch {
  readonly kind: Kind;
  readonly id: number;
  readonly label: string;
}

/**
 * Creates the framework's part of the second layer: purposes, special features and vendors with their switches,
 * and what the visitor cannot refuse.
 * @param showsPartners whether the visitor has asked for the list of vendors
 * Source: IAB Europe, TCF Policies 5.0.b, appendix B, "Secondary layers"; TCF 2.4, standard texts of features.
 */
export function createSection(
  kit: Kit,
  list: TcfList,
  selection: Selection,
  showsPartners: boolean,
): HTMLElement {
  const { element, word, profile } = kit;
  const { words } = list;
  const { chosen, offered } = selection;
  const vendors = Object.values(list.vendors).sort((one, other) =>
    one.name.localeCompare(other.name, profile.currentLocale),
  );
  let switches = 0;

  const category = kit.categories.ids.indexOf(profile.tcf?.category ?? '');
  /** The switch of the category that the framework's choices belong to. */
  const readMaster = () => kit.root.frame.querySelector<HTMLInputElement>(`#switch-${category}`);

  function createSwitch({ kind, id, label }: Switch, name: string): Child {
    if (!offered[kind].includes(id)) return null;
    const toggle = element('input', {
      type: 'checkbox',
      role: 'switch',
      part: 'switch',
      id: `tcf-${++switches}`,
      'data-kind': kind,
      'data-id': id,
      'aria-label': `${label}: ${name}`,
      checked: chosen[kind].has(id),
    });
    toggle.onchange = () => {
      chosen[kind][toggle.checked ? 'add' : 'delete'](id);
      const master = readMaster();
      if (master) master.checked = chosen.purposes.size > 0;
    };
    return element('span', { class: 'option' }, element('label', { for: toggle.id }, label), toggle);
  }

  function createItem(name: string, options: readonly Child[], open: () => readonly Child[]): HTMLElement {
    const details = element(
      'details',
      {},
      element('summary', {}, createIcon(kit, 'm6 4 4 4-4 4'), word('details')),
    );
    details.setAttribute('aria-label', name);
    // A list can have a thousand vendors: their facts are made when they are read.
    details.ontoggle = () => {
      if (details.childElementCount === 1) details.append(...open().filter((child) => child instanceof Node));
    };
    return element('li', { class: 'item', part: 'item' }, element('h4', {}, name), ...options, details);
  }

  const createPurposes = () =>
    Object.values(list.purposes).map((purpose) =>
      createItem(
        purpose.name,
        [
          createSwitch({ kind: 'purposes', id: purpose.id, label: words.consent ?? '' }, purpose.name),
          createSwitch(
            { kind: 'legitimateInterests', id: purpose.id, label: words.legitimateInterest ?? '' },
            purpose.name,
          ),
        ],
        () => describe(purpose),
      ),
    );

  function describe({ description = '', illustrations = [] }: TcfList['purposes'][string]): Child[] {
    const examples = illustrations.filter(Boolean);
    return [
      element('p', {}, description),
      examples.length > 0 && element('h5', {}, words.examples),
      examples.length > 0 && element('ul', {}, ...examples.map((text) => element('li', {}, text))),
    ];
  }

  const createVendors = () =>
    vendors.map((vendor) =>
      createItem(
        vendor.name,
        [
          createSwitch({ kind: 'vendors', id: vendor.id, label: words.consent ?? '' }, vendor.name),
          createSwitch(
            { kind: 'vendorLegitimateInterests', id: vendor.id, label: words.legitimateInterest ?? '' },
            vendor.name,
          ),
        ],
        () => describeVendor(vendor),
      ),
    );

  function describeVendor(vendor: Vendor): Child[] {
    const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
    const days = (count: number) => new Intl.NumberFormat(profile.currentLocale, format).format(count);
    const names = (texts: TcfList['purposes'], ids: readonly number[] = [], periods: Periods = {}) =>
      ids.flatMap((id) => {
        const { name } = texts[id] ?? {};
        const period = periods[id];
        if (!name) return [];
        return period === undefined ? name : `${name} (${words.retention}: ${days(period)})`;
      });
    const { stdRetention, ...retention } = vendor.dataRetention ?? {};
    const { privacy, legIntClaim } = vendor.urls?.[0] ?? {};
    const seconds = vendor.cookieMaxAgeSeconds ?? 0;
    const facts: readonly (readonly [string | undefined, readonly string[]])[] = [
      [words.consent, names(list.purposes, vendor.purposes, retention.purposes)],
      [words.legitimateInterest, names(list.purposes, vendor.legIntPurposes, retention.purposes)],
      [words.specialPurposes, names(list.specialPurposes, vendor.specialPurposes, retention.specialPurposes)],
      [words.features, names(list.features, vendor.features)],
      [words.specialFeatures, names(list.specialFeatures, vendor.specialFeatures)],
      [words.data, names(list.dataCategories, vendor.dataDeclaration)],
      [words.retention, stdRetention === undefined ? [] : [days(stdRetention)]],
      [
        words.cookieLifetime,
        vendor.usesCookies
          ? [
              seconds > 0 ? days(Math.ceil(seconds / 86_400)) : word('session'),
              ...(vendor.cookieRefresh ? [words.cookieRefresh ?? ''] : []),
            ]
          : [],
      ],
    ];
    return [
      element(
        'dl',
        {},
        ...facts.map(
          ([label, values]) =>
            values.length > 0 &&
            element(
              'div',
              {},
              element('dt', {}, label ?? ''),
              ...values.map((value) => element('dd', {}, value)),
            ),
        ),
      ),
      vendor.usesNonCookieAccess && element('p', {}, words.otherStorage),
      element(
        'p',
        { class: 'facts' },
        createLink(privacy, word('privacyPolicy')),
        createLink(legIntClaim, words.interestClaim),
      ),
    ];
  }

  /** Vendors state addresses themselves; only those of web pages become links. */
  const createLink = (href = '', text = ''): Child =>
    /^https?:\/\//i.test(href) && element('a', { href, target: '_blank', rel: 'noopener' }, text);

  function createGroup(
    title: string | undefined,
    items: () => HTMLElement[],
    note?: string,
  ): HTMLDetailsElement {
    const group = element(
      'details',
      { class: 'group' },
      element('summary', {}, createIcon(kit, 'm6 4 4 4-4 4'), element('h3', {}, title ?? '')),
    );
    group.ontoggle = () => {
      if (group.childElementCount === 1)
        group.append(
          ...(note ? [element('p', {}, note)] : []),
          element('ul', { class: 'categories', lang: list.language }, ...items()),
        );
    };
    return group;
  }

  const plain = (texts: TcfList['purposes'], standardText?: unknown) => () =>
    Object.values(texts).map((text) =>
      createItem(text.name, [typeof standardText === 'string' && element('p', {}, standardText)], () =>
        describe(text),
      ),
    );
  const partners = createGroup(fill(words.partners, vendors.length), createVendors);
  const section = element(
    'div',
    { class: 'tcf', part: 'tcf' },
    element('p', {}, fill(words.intro, vendors.length)),
    createGroup(words.purposes, createPurposes),
    Object.keys(list.specialFeatures).length > 0 &&
      createGroup(words.specialFeatures, () =>
        Object.values(list.specialFeatures).map((feature) =>
          createItem(
            feature.name,
            [
              createSwitch(
                { kind: 'specialFeatures', id: feature.id, label: words.consent ?? '' },
                feature.name,
              ),
            ],
            () => describe(feature),
          ),
        ),
      ),
    createGroup(words.specialPurposes, plain(list.specialPurposes), words.noChoice),
    createGroup(words.features, plain(list.features, list.standardTexts?.features), words.noChoice),
    partners,
    element('p', {}, words.scope),
  );

  // The category's switch stands for everything; single choices follow it.
  readMaster()?.addEventListener('change', ({ target }) => {
    chooseAll(selection, (target as HTMLInputElement).checked);
    for (const toggle of section.querySelectorAll<HTMLInputElement>('[data-kind]')) {
      const { kind, id } = toggle.dataset;
      toggle.checked = chosen[kind as Kind].has(Number(id));
    }
  });
  if (showsPartners) {
    // Once the section is in the layer and the list in the section.
    const show = () => {
      partners.scrollIntoView();
      partners.querySelector('summary')?.focus();
    };
    partners.addEventListener('toggle', show, { once: true });
    partners.open = true;
  }
  return section;
}
