import { createContext, type ReactNode, useContext } from 'react';
import { useWords } from '../../../words';
import { receiptWords } from '../behaviour/receipt-words';
import type { ProfileJson } from '../edits/content';
import { words as lookWords } from '../look/words';
import { fieldWords, type Names } from './field-words';

type Button = NonNullable<NonNullable<ProfileJson['mainBanner']>['buttons']>[number];
/** Effect of a press on the button. */
type Effect = 'acceptAll' | 'rejectAll' | 'acceptSome' | 'save' | 'choose';

/** The banner whose buttons, categories and cookies name fields and values. */
export const Named = createContext<ProfileJson>({});

/** Names the fields below it after the buttons, categories and cookies of this banner. */
export function FieldNames({
  of: profileJson,
  children,
}: {
  readonly of: ProfileJson;
  readonly children: ReactNode;
}) {
  return <Named value={profileJson}>{children}</Named>;
}

/**
 * Returns a function that names a field by its path: `mainBanner.buttons[0].text` is "First layer · Accept all ·
 * Label". Parts that the banner does not have are named by their number or id.
 */
export function useFieldName(): (path: string) => string {
  const { fields, button, effects } = useWords(fieldWords);
  const { facts } = useWords(receiptWords);
  const { colours, light, dark, radius, buttonRadius, font } = useWords(lookWords);
  const { cookies = {}, services = {}, preferenceModal, ...sections } = useContext(Named);
  const nameButton = (section: string, index: number) => {
    const buttons = buttonsOf({ ...sections, preferenceModal }, section);
    const own = buttons[index];
    if (own === undefined) return button(index + 1);
    const effect = toEffect(own);
    const alike = buttons.filter((other) => toEffect(other) === effect);
    return alike.length === 1 ? effects[effect] : `${effects[effect]} ${alike.indexOf(own) + 1}`;
  };
  const themeNames: Names = { ...colours, light, dark, radius, buttonRadius, font };
  const nameField = (field: string, isTheme: boolean): string => {
    const names = [...(isTheme ? [themeNames] : []), fields, facts];
    return names.find((each) => Object.hasOwn(each, field))?.[field] ?? field;
  };
  const nameEntry = (list: string, id: string): string | undefined => {
    if (list === 'cookies' || list === 'cookiesOverride') return cookies[id]?.name ?? id;
    if (list === 'services') return services[id]?.name ?? id;
    return list === 'categories' ? (preferenceModal?.categories?.[id]?.heading ?? id) : undefined;
  };
  return (path) => {
    const parts = path.split('.');
    const names = parts.flatMap((part, place) => {
      const before = parts[place - 1] ?? '';
      const entry = nameEntry(before, part);
      if (entry !== undefined) return [entry];
      const [, list = part, index] = /^(.+)\[(\d+)\]$/.exec(part) ?? [];
      if (list === 'buttons' && index !== undefined) return [nameButton(before, Number(index))];
      const name = nameField(list, parts.includes('theme'));
      return name === '' ? [] : [index === undefined ? name : `${name} ${Number(index) + 1}`];
    });
    return names.join(' · ');
  };
}

const buttonsOf = (sections: ProfileJson, section: string): readonly Button[] =>
  section === 'mainBanner' || section === 'gpcBanner' || section === 'preferenceModal'
    ? (sections[section]?.buttons ?? [])
    : [];

function toEffect({ action, cookies }: Button): Effect {
  if (action === 'manage') return 'choose';
  if (action === 'submit') return 'save';
  if (cookies === '*') return 'acceptAll';
  return cookies === '!' ? 'rejectAll' : 'acceptSome';
}

/** Returns the last part of a path that names a field: `text` of `mainBanner.buttons[0].text`. */
export const lastField = (path: string): string =>
  path
    .replace(/\[\d+\]$/, '')
    .split('.')
    .at(-1) ?? path;
