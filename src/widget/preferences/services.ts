import { countryName } from '#layers/index';
import type { ServiceAnswers } from '#standards/choice/index';
import type { Kit } from '../widget-types';

/** The services of one category. */
interface ServiceList {
  readonly node: HTMLElement;
  /** By service; empty where they cannot be refused. */
  readonly switches: ReadonlyMap<string, HTMLInputElement>;
}

/**
 * Creates the services of a category, each with a switch. The switch of the category sets them all, and is in between
 * while they differ.
 * @param whole switch of the category
 * @param known answers that the switches start with
 */
export function createServiceList(
  kit: Kit,
  keys: readonly string[],
  whole: HTMLInputElement,
  isOptional: boolean,
  known: ServiceAnswers,
): ServiceList {
  const { element } = kit;
  const switches = new Map<string, HTMLInputElement>();
  const each = () => [...switches.values()];
  const update = () => {
    whole.checked = each().every(({ checked }) => checked);
    whole.indeterminate = !whole.checked && each().some(({ checked }) => checked);
  };
  const node = element(
    'ul',
    { class: 'services' },
    ...keys.map((key) => {
      const { name = key, description } = kit.profile.services?.[key] ?? {};
      const toggle = element('input', {
        type: 'checkbox',
        role: 'switch',
        part: 'switch',
        id: `service-${key}`,
        checked: known[key] ?? whole.checked,
      });
      if (isOptional) switches.set(key, toggle);
      toggle.onchange = update;
      return element(
        'li',
        { class: 'service', part: 'service' },
        element(
          'div',
          { class: 'row' },
          element('label', { for: toggle.id, dir: 'auto' }, name),
          isOptional && toggle,
        ),
        description && element('p', { dir: 'auto' }, description),
        createFacts(kit, key),
      );
    }),
  );
  if (isOptional) {
    update();
    whole.onchange = () => {
      for (const toggle of each()) toggle.checked = whole.checked;
    };
  }
  return { node, switches };
}

/** Creates the line with the provider, its country and its privacy policy. */
function createFacts({ element, profile, word }: Kit, key: string): HTMLElement {
  const { provider, providerCountry, privacyUrl } = profile.services?.[key] ?? {};
  const label = word('privacyPolicy');
  const facts = [
    ...[provider, providerCountry && countryName(providerCountry, profile.currentLocale)].map(
      (text) => text && element('bdi', {}, text),
    ),
    privacyUrl &&
      element(
        'a',
        { href: privacyUrl, target: '_blank', rel: 'noopener', 'aria-label': `${label}: ${provider ?? key}` },
        label,
      ),
  ].filter((fact) => fact);
  return element('p', {}, ...facts.flatMap((fact, index) => (index > 0 ? [' · ', fact] : [fact])));
}
