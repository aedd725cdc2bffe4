import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'wouter';
import { purposes } from '#standards/compliance/purposes';
import { type DataOf, useResource } from '../../api/use-resource';
import { Empty, Load, Page, Panel, SelectField, Table, TextField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from '../templates/words';

type Entry = DataOf<'searchCookieCatalogue'>[number];

/** Greatest number of cookies that the screen shows; a search finds fewer. */
const mostShown = 100;

/** Well-known cookies, by name, provider and purpose. */
export default function Catalogue() {
  const text = useWords(words);
  const { nav, states } = useSharedWords();
  const formats = useFormats();
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const wanted = search.get('purpose');
  const purpose = purposes.find((candidate) => candidate === wanted);
  const sought = useDeferredValue(q.trim());
  const found = useResource(
    'searchCookieCatalogue',
    { query: { ...(sought && { q: sought }), ...(purpose && { purpose }) } },
    { keepPrevious: true },
  );
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page
      title={nav.catalogue}
      trail={<Link href="/templates">{nav.buildingBlocks}</Link>}
      intro={text.catalogueIntro}
    >
      <Panel
        title={found.data === undefined ? text.cookies : text.count(formats.number(found.data.length))}
        actions={
          <div className="filters">
            <TextField label={text.search} type="search" value={q} onChange={(value) => set('q', value)} />
            <SelectField
              label={text.purpose}
              value={purpose ?? ''}
              onChange={(value) => set('purpose', value)}
              options={[
                { value: '', label: states.all },
                ...purposes.map((value) => ({ value, label: text.purposes[value] })),
              ]}
            />
          </div>
        }
        isFlush
      >
        <Load of={found}>
          {(entries) => (
            <>
              <Entries entries={entries.slice(0, mostShown)} isStale={found.isPlaceholderData} />
              {entries.length > mostShown && (
                <p className="panel-body muted">{text.firstOnly(formats.number(mostShown))}</p>
              )}
            </>
          )}
        </Load>
      </Panel>
    </Page>
  );
}

function Entries({ entries, isStale }: { readonly entries: readonly Entry[]; readonly isStale: boolean }) {
  const text = useWords(words);
  const { nav } = useSharedWords();
  if (entries.length === 0) return <Empty title={text.nothingFound} />;
  return (
    <Table
      label={nav.catalogue}
      rows={entries}
      isStale={isStale}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', title: text.cookie, cell: ({ name }) => <span className="mono">{name}</span> },
        { id: 'provider', title: text.provider, cell: ({ provider }) => provider },
        {
          id: 'purpose',
          title: text.purpose,
          from: 'medium',
          cell: ({ purpose }) => text.purposes[purpose],
        },
        {
          id: 'duration',
          title: text.duration,
          from: 'wide',
          cell: ({ duration }) => <span lang="en">{duration}</span>,
        },
        {
          id: 'description',
          title: text.description,
          from: 'wide',
          cell: ({ description }) => <span lang="en">{description}</span>,
        },
      ]}
    />
  );
}
