import { isSameLanguage } from '../../locale';
import { complianceGroupIds } from '../compliance-group-ids';
import type { ComplianceRule } from './compliance-rule';

/** Greatest number of cookies that one message names. */
const maxNamed = 5;

/** Rules on whether visitors are informed in their own language. */
export const translationRules: readonly ComplianceRule[] = [
  {
    id: 'content/parameter-untranslated',
    groups: complianceGroupIds.filter((group) => group !== 'unregulated' && group !== 'notice-only'),
    severity: 'warning',
    judges: 'texts and buttons',
    message:
      'Visitors with this language read the descriptions of {detail} in another language: translate them in cookies of this locale',
    source:
      'GDPR art. 12(1); WP29 Guidelines on transparency (WP 260 rev.01), para. 13; CJEU C-673/17 (Planet49) para. 74 and 75; 11 CCR 7003(b)',
    asOf: '2026-11-22',
    *check({ parameters }, { locales }) {
      const [shared] = locales;
      if (shared === undefined) return;
      const described = [...parameters.values()].filter(({ description }) => description !== '');
      for (const { locale, described: own, english } of locales) {
        const readsShared = !isSameLanguage(locale, shared.locale);
        const missing: string[] = [];
        for (const { id, name } of described)
          if (english.has(id) || (readsShared && !own.has(id))) missing.push(`“${name}”`);
        if (missing.length === 0) continue;
        const left = missing.length - maxNamed;
        yield {
          locale,
          detail: `${missing.slice(0, maxNamed).join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
        };
      }
    },
  },
];
