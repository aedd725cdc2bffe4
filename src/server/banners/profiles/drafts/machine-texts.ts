import type { Finding } from '../profile-schemas';
import type { UncheckedTexts } from '../versions/text-origins';

/** Greatest number of texts that one message names. */
const maxNamed = 5;

/** Warns of each language in which visitors would read translations of a machine that no person has checked. */
export function findMachineTexts(uncheckedTexts: UncheckedTexts): Finding[] {
  return Object.entries(uncheckedTexts).flatMap(([locale, origins]) => {
    const paths = Object.keys(origins).filter((path) => origins[path] === 'machine');
    if (paths.length === 0) return [];
    const left = paths.length - maxNamed;
    const named = `${paths.slice(0, maxNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
    return [
      {
        rule: 'content/machine-translation',
        message: `A machine translated texts that no person has checked: ${named}. Read them before visitors do`,
        locale,
        law: 'GDPR art. 12(1); WP29 Guidelines on transparency (WP 260 rev.01), para. 13',
      },
    ];
  });
}
