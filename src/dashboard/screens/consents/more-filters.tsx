import { useState } from 'react';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { SelectField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Facts of a record that the list can be narrowed to, as the address and the API name them. */
export const factNames = ['complianceGroup', 'choice', 'country', 'source', 'gpcDetected'] as const;

type Facts = Readonly<Record<(typeof factNames)[number], string>>;

/** Fields for these facts, open at first if the address has one. */
export function MoreFilters({
  facts,
  onChange,
}: {
  readonly facts: Facts;
  readonly onChange: (change: Partial<Facts>) => void;
}) {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(() => factNames.some((name) => facts[name] !== ''));
  const shares = useResource('getCountryShares', undefined, { enabled: can('stats:read') });
  const countries = new Set([
    ...(shares.data ?? []).flatMap(({ country }) => country ?? []),
    ...(facts.country === '' ? [] : [facts.country]),
  ]);
  const field = (name: keyof Facts, label: string, options: Readonly<Record<string, string>>) => (
    <SelectField
      label={label}
      value={facts[name]}
      onChange={(value) => onChange({ [name]: value })}
      options={[
        { value: '', label: states.all },
        ...Object.entries(options).map(([value, shown]) => ({ value, label: shown })),
      ]}
    />
  );
  return (
    <details className="more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.moreFilters}</summary>
      <div className="form-line">
        {field('complianceGroup', text.group, groups)}
        {field('choice', text.choice, text.choices)}
        {countries.size > 0 &&
          field(
            'country',
            text.country,
            Object.fromEntries([...countries].map((country) => [country, formats.country(country)])),
          )}
        {field('source', text.source, text.sources)}
        {field('gpcDetected', text.gpc, { true: text.withGpc, false: text.withoutGpc })}
      </div>
    </details>
  );
}
