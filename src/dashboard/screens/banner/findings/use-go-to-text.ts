import { useLocation, useParams } from 'wouter';
import { leave } from '../../../app/leaving';
import type { Finding } from './use-findings';

/** Shows a text, in the default language or another one. */
export type GoToText = (locale: string | undefined, field: string) => void;

/** Returns a function that shows a text on the tab with the texts. */
export function useGoToText(): GoToText {
  const { id } = useParams<{ readonly id: string }>();
  const [, go] = useLocation();
  return (locale, field) => {
    const search = new URLSearchParams({ ...(locale && { lang: locale }), field });
    const to = `/banners/${id}/texts?${search}`;
    leave({ path: to, go: () => go(to) });
  };
}

/** The first text of each section that has some. */
const firstTexts: Readonly<Record<string, string>> = {
  mainBanner: 'heading',
  gpcBanner: 'heading',
  preferenceModal: 'heading',
  ageGate: 'heading',
  choicesLink: 'text',
};

/** Returns the path of the text that a finding is about, or of the first one in its section; null: it has none. */
export function fieldOf({ section = '', field = '' }: Finding): string | null {
  const first = firstTexts[section];
  if (first === undefined) return null;
  const isText = /^(?:heading|htmlText|categories\..+|buttons\[\d+\]\.text|text)$/.test(field);
  return `${section}.${isText ? field.replace(/\[(\d+)\]/, '.$1') : first}`;
}
