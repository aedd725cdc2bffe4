import { useResource } from '../../api/use-resource';
import { Chip, Facts, Load, Table } from '../../components';
import { config } from '../../config';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Explains a TC or GPP string in words. */
export function StringMeaning({ value }: { readonly value: string }) {
  const text = useWords(words);
  // The header of a GPP string begins with the type 3, which is "D" in Base64.
  if (value.startsWith('D'))
    return config.gpp ? <GppMeaning value={value} /> : <p className="muted">GPP: {text.gppDisabled}</p>;
  return config.tcf ? <TcMeaning value={value} /> : <p className="muted">TCF: {text.tcfDisabled}</p>;
}

function TcMeaning({ value }: { readonly value: string }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const lang = useLanguage();
  const decoded = useResource('decodeTcString', { query: { string: value, lang } });
  const mark = (allowed: boolean) => (allowed ? <Chip tone="ok">{states.yes}</Chip> : states.no);
  return (
    <Load of={decoded}>
      {(tc) => (
        <div className="stack">
          <Facts
            items={[
              {
                name: text.accepted,
                value: tc.check.valid ? (
                  <Chip tone="ok">{states.yes}</Chip>
                ) : (
                  <>
                    <Chip tone="danger">{states.no}</Chip> <span lang="en">{tc.check.message}</span>
                  </>
                ),
              },
              { name: text.decided, value: formats.dateTime(tc.lastUpdated) },
              { name: text.cmpId, value: tc.cmpId },
              { name: text.listVersion, value: tc.vendorListVersion },
              {
                name: text.vendorsConsent,
                value: <Vendors of={tc.vendors.filter(({ consent }) => consent)} />,
              },
              {
                name: text.vendorsInterest,
                value: <Vendors of={tc.vendors.filter(({ legitimateInterest }) => legitimateInterest)} />,
              },
              {
                name: text.specialFeatures,
                value:
                  tc.specialFeatureOptIns.length === 0
                    ? states.none
                    : formats.list(tc.specialFeatureOptIns.map(nameOrId)),
              },
            ]}
          />
          <Table
            label={text.purposes}
            rows={tc.purposes}
            keyOf={({ id }) => String(id)}
            columns={[
              { id: 'name', title: text.purpose, cell: ({ id, name }) => `${id}. ${name ?? ''}` },
              { id: 'consent', title: text.consent, cell: ({ consent }) => mark(consent) },
              {
                id: 'interest',
                title: text.legitimateInterest,
                cell: ({ legitimateInterest }) => mark(legitimateInterest),
              },
            ]}
          />
        </div>
      )}
    </Load>
  );
}

/** How many vendors these are, and on request which. */
function Vendors({ of: vendors }: { readonly of: readonly Named[] }) {
  const formats = useFormats();
  const count = formats.number(vendors.length);
  if (vendors.length === 0) return count;
  return (
    <details>
      <summary>{count}</summary>
      {formats.list(vendors.map(nameOrId))}
    </details>
  );
}

interface Named {
  readonly id: number;
  readonly name: string | null;
}

const nameOrId = ({ id, name }: Named): string => name ?? String(id);

function GppMeaning({ value }: { readonly value: string }) {
  const text = useWords(words);
  const decoded = useResource('decodeGppString', { query: { string: value } });
  return (
    <Load of={decoded}>
      {({ sections }) => (
        <div className="stack">
          {sections.map(({ id, name, fields }) => (
            <div key={id} className="stack tight">
              <h3>{text.section(name)}</h3>
              <Table
                label={text.section(name)}
                rows={fields}
                keyOf={(field) => field.name}
                columns={[
                  { id: 'field', title: text.field, cell: (field) => field.name },
                  {
                    id: 'meaning',
                    title: text.meaning,
                    cell: ({ value: raw, meaning }) => <span lang="en">{meaningText(raw, meaning)}</span>,
                  },
                ]}
              />
            </div>
          ))}
        </div>
      )}
    </Load>
  );
}

function meaningText(value: unknown, meaning: string | readonly string[] | null): string {
  if (meaning === null) return JSON.stringify(value);
  return typeof meaning === 'string' ? meaning : meaning.join('; ');
}
