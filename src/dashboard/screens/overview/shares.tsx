import type { ReactNode } from 'react';
import { useCategoryName } from '../../app/category-names';
import { Bars } from '../../charts';
import { type Column, CsvButton, Empty, Panel } from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import type { Statistics } from './use-overview-search';
import { words } from './words';

/** Greatest number of bars in a panel. */
const shown = 8;

/** The share of current consents that grant each category. */
export function Categories({ rates }: { readonly rates: Statistics['categories'] }) {
  const text = useWords(words);
  const language = useLanguage();
  const nameOf = useCategoryName();
  const named = (category: string) => (category === '(other)' ? text.other : nameOf(category));
  return (
    <Shares
      title={text.categories}
      total={rates.length}
      items={rates
        .map(({ category, rate }) => ({ id: category, label: named(category), share: rate }))
        .sort((a, b) => (b.share ?? 0) - (a.share ?? 0) || a.label.localeCompare(b.label, language))}
    />
  );
}

/** The countries of the current consents. */
export function Countries({ shares }: { readonly shares: Statistics['countries'] }) {
  const text = useWords(words);
  const nameCountry = useCountryName();
  return (
    <Shares
      title={text.countries}
      total={shares.length}
      items={shares.map(({ country, share }) => ({ id: country ?? '', label: nameCountry(country), share }))}
    />
  );
}

/** The share of current consents with Global Privacy Control, in the countries with the most consents. */
export function Signals({ gpc }: { readonly gpc: Statistics['gpc'] }) {
  const text = useWords(words);
  const formats = useFormats();
  const nameCountry = useCountryName();
  const { detected, notDetected, byCountry } = gpc;
  return (
    <Shares
      title={text.gpc}
      total={detected + notDetected}
      items={byCountry
        .filter((entry) => entry.detected > 0)
        .map(({ country, rate }) => ({ id: country ?? '', label: nameCountry(country), share: rate }))}
    >
      <p className="muted">
        {text.signals(formats.number(detected), formats.number(detected + notDetected))}
      </p>
    </Shares>
  );
}

interface Share {
  readonly id: string;
  readonly label: string;
  readonly share: number | null;
}

/** A panel with the largest shares. The file has all of them. */
function Shares({
  title,
  total,
  items,
  children,
}: {
  readonly title: string;
  /** Zero: there are no consents. */
  readonly total: number;
  readonly items: readonly Share[];
  readonly children?: ReactNode;
}) {
  const text = useWords(words);
  const columns: readonly Column<Share>[] = [
    { id: 'label', title, cell: ({ label }) => label, value: ({ label }) => label },
    { id: 'share', title: text.share, cell: ({ share }) => share, value: ({ share }) => share },
  ];
  return (
    <Panel title={title} actions={<CsvButton label={title} columns={columns} rows={items} />}>
      {total === 0 ? (
        <Empty title={text.noConsents} />
      ) : (
        <div className="stack">
          {children}
          <Bars items={items.slice(0, shown)} />
        </div>
      )}
    </Panel>
  );
}

function useCountryName() {
  const { states } = useSharedWords();
  const formats = useFormats();
  return (country: string | null) => (country === null ? states.unknown : formats.country(country));
}
