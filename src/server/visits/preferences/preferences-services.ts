import type { PublishedProfile } from '#banners/profiles/index';
import { countryName, type Markup, type MarkupAttributes, type Word } from '#layers/index';

export interface ServicesOptions {
  /** Start of the ids of elements; that of the heading is the name with `-heading`. */
  readonly name: string;
  readonly word: Word;
  /** Returns the switch of a service; false: it is always on. */
  readonly toSwitch: (key: string, attributes: MarkupAttributes) => Markup | false;
}

/** Describes the services of a category, each with what the visitor should know and a switch. */
export function describeServices(
  { services = {}, currentLocale }: PublishedProfile,
  keys: readonly string[],
  { name, word, toSwitch }: ServicesOptions,
): Markup {
  const items = keys.map((key): Markup => {
    const { name: label = key, description, provider, providerCountry, privacyUrl } = services[key] ?? {};
    const id = `${name}-${key}`;
    const toggle = toSwitch(key, { id, 'aria-describedby': `${id}-text` });
    const policy = word('privacyPolicy');
    const facts: Markup[] = [
      ...[provider, providerCountry && countryName(providerCountry, currentLocale)].flatMap(
        (text): Markup[] => (text ? [['bdi', {}, [text]]] : []),
      ),
      ...(privacyUrl
        ? [['a', { href: privacyUrl, 'aria-label': `${policy}: ${provider ?? label}` }, [policy]] as const]
        : []),
    ];
    return [
      'li',
      {},
      [
        [
          'div',
          { class: 'choice' },
          [
            toggle ? ['label', { for: id, dir: 'auto' }, [label]] : ['span', { dir: 'auto' }, [label]],
            toggle,
          ],
        ],
        [
          'div',
          { id: `${id}-text`, class: 'about' },
          [
            description ? ['p', { dir: 'auto' }, [description]] : null,
            facts.length > 0 && [
              'p',
              {},
              facts.flatMap((fact, index) => (index > 0 ? [' · ', fact] : [fact])),
            ],
          ],
        ],
      ],
    ];
  });
  return ['ul', { class: 'services', 'aria-labelledby': `${name}-heading` }, items];
}
