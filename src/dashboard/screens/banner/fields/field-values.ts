import { useContext } from 'react';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../../words';
import { htmlToLines } from '../../../words/html-to-lines';
import { useRegionName } from '../../places/region-names';
import { words as behaviourWords } from '../behaviour/words';
import { serviceWords } from '../cookies/service-words';
import { useLifetime } from '../cookies/use-lifetime';
import { words as cookieWords } from '../cookies/words';
import { words as lookWords } from '../look/words';
import { lastField, Named, useFieldName } from './field-names';
import { fieldWords } from './field-words';

/** Returns a function that describes the value of a field as the editor does: cookies by their names, not by their ids. */
export function useFieldValue(): (path: string, value: unknown) => string {
  const { cookies = {}, services = {}, preferenceModal } = useContext(Named);
  const { states, groups } = useSharedWords();
  const { effects, buttonStyles, decides } = useWords(fieldWords);
  const { positions } = useWords(lookWords);
  const { granularities } = useWords(serviceWords);
  const behaviour = useWords(behaviourWords);
  const cookie = useWords(cookieWords);
  const fieldName = useFieldName();
  const formats = useFormats();
  const regionName = useRegionName();
  const lifetime = useLifetime();
  const writtenLifetime = useWrittenLifetime();

  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    purpose: cookie.purposes,
    legalBasis: cookie.legalBases,
    cpraCategory: { ...cookie.cpra, none: states.none },
    kind: cookie.kinds,
    cookies: { '*': effects.acceptAll, '!': effects.rejectAll },
    style: buttonStyles,
    type: buttonStyles,
    action: { submit: effects.save, manage: effects.choose, custom: decides },
    position: positions,
    complianceGroup: groups,
    gpcMode: behaviour.signals,
    accountRule: behaviour.scopes,
    closeMeans: { undecided: behaviour.closeUndecided, refuse: behaviour.closeRefuses },
    ask: { birthYear: behaviour.birthYear, yesNo: behaviour.yesNo },
    granularity: granularities,
  };
  const nameOf: Readonly<Record<string, (value: string) => string | undefined>> = {
    cookies: (id) => cookies[id]?.name,
    service: (key) => services[key]?.name,
    category: (id) => preferenceModal?.categories?.[id]?.heading,
    defaultLocale: formats.language,
    locales: formats.language,
    providerCountry: formats.country,
    countries: (code) => {
      const [country = code, region] = code.split('-');
      return region === undefined
        ? formats.country(country)
        : `${regionName(country, region)} (${formats.country(country)})`;
    },
    maxAgeSeconds: writtenLifetime,
    htmlText: (html) => htmlToLines(html).join(' '),
  };

  const show = (path: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return states.none;
    if (typeof value === 'boolean') return value ? states.yes : states.no;
    const field = lastField(path);
    if (field === 'maxAgeSeconds' && (typeof value === 'number' || value === 'session'))
      return lifetime(value) ?? states.none;
    if (Array.isArray(value))
      return value.length === 0 ? states.none : value.map((item) => show(path, item)).join(', ');
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([key, item]) => {
          const inside = `${path}.${key}`;
          return `${fieldName(inside).split(' · ').at(-1)}: ${show(inside, item)}`;
        })
        .join('; ');
    const text = String(value);
    return names[field]?.[text] ?? nameOf[field]?.(text) ?? text;
  };
  return show;
}

/** Returns a function that translates a lifetime such as "13 months", as the banner does; other texts stay as they are. */
function useWrittenLifetime(): (text: string) => string {
  const language = useLanguage();
  return (text) => {
    const [, count, unit] = /^(\d{1,6}) (minute|hour|day|month|year)s?$/.exec(text) ?? [];
    if (unit === undefined) return text;
    const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(language, format).format(Number(count));
  };
}
