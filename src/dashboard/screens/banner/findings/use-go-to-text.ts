import { useLocation, useParams } from 'wouter';
import type { Finding } from './use-findings';

/** Returns a function that shows the field of a finding on the tab with the texts. */
export function useGoToText(): (finding: Finding) => void {
  const { id } = useParams<{ readonly id: string }>();
  const [, go] = useLocation();
  return (finding) => {
    const { locale } = finding;
    const search = new URLSearchParams({ ...(locale && { lang: locale }), field: fieldOf(finding) });
    go(`/banners/${id}/texts?${search}`);
  };
}

/** Returns the path of the text that a finding is about, or of the first one in its section. */
export const fieldOf = ({ section, field = '' }: Finding): string =>
  /^(?:heading|htmlText|categories\..+|buttons\[\d+\]\.text|text)$/.test(field)
    ? `${section}.${field.replace(/\[(\d+)\]/, '.$1')}`
    : `${section}.heading`;
