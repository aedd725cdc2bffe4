import { useMemo } from 'react';
import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { Button, Chip, type Column, Empty, Panel, SelectField, Table, TextField } from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { useRegionName } from './region-names';
import { type Jurisdictions, usePlaceSearch } from './use-place-search';
import { words } from './words';

type Place = Jurisdictions['items'][number];
interface NamedPlace extends Place {
  readonly name: string;
}

/** Every place with its law, rules and banner. */
export function PlaceTable({ jurisdictions }: { readonly jurisdictions: Jurisdictions }) {
  const text = useWords(words);
  const { actions, groups, states } = useSharedWords();
  const formats = useFormats();
  const language = useLanguage();
  const { values, set } = usePlaceSearch();
  const regionName = useRegionName();
  const namePlace = useMemo(() => {
    const divided = new Set(
      jurisdictions.items.filter(({ region }) => region !== null).map(({ country }) => country),
    );
    return ({ country, region }: Place) => {
      const name = formats.country(country);
      if (region !== null) return `${name}, ${regionName(country, region)}`;
      return divided.has(country) ? `${name}, ${text.otherRegions}` : name;
    };
  }, [jurisdictions, formats, regionName, text]);
  const places = useMemo(
    () =>
      jurisdictions.items
        .map((item) => ({ ...item, name: namePlace(item) }))
        .sort((a, b) => a.name.localeCompare(b.name, language)),
    [jurisdictions, namePlace, language],
  );
  const used = [...new Set(places.map(({ group }) => group))].sort();
  const shown = places.filter((place) => isWanted(place, values));
  return (
    <Panel
      title={text.places(shown.length, formats.number(shown.length))}
      isFlush={shown.length > 0}
      actions={
        <div className="filters">
          <TextField
            aria-label={actions.search}
            label={actions.search}
            type="search"
            value={values.q}
            onChange={(q) => set({ q })}
          />
          <SelectField
            label={text.rules}
            value={values.group}
            onChange={(group) => set({ group })}
            options={[
              { value: '', label: states.all },
              ...used.map((group) => ({ value: group, label: groups[group] ?? group })),
            ]}
          />
          <SelectField
            label={text.show}
            value={values.show}
            onChange={(show) => set({ show })}
            options={[
              { value: '', label: text.everyPlace },
              { value: 'coming', label: text.coming },
              { value: 'overridden', label: text.changedPlaces },
            ]}
          />
        </div>
      }
    >
      {shown.length === 0 ? (
        <Empty
          title={text.nothing}
          action={<Button onPress={() => set({ q: '', group: '', show: '' })}>{actions.clearFilters}</Button>}
        />
      ) : (
        <Rows places={shown} />
      )}
    </Panel>
  );
}

function isWanted(place: NamedPlace, { q, group, show }: Record<'q' | 'group' | 'show', string>): boolean {
  const texts = [place.name, place.country, place.law, place.source].join('\n').toLowerCase();
  return (
    texts.includes(q.trim().toLowerCase()) &&
    (group === '' || place.group === group) &&
    (show !== 'coming' || place.next !== null) &&
    (show !== 'overridden' || place.overridden)
  );
}

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

function Rows({ places }: { readonly places: readonly NamedPlace[] }) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  const banners = useResource('listProfiles', { query: { summary: '1' } });
  const byGroup = new Map(
    ((banners.data ?? []) as readonly Summary[])
      .filter(({ isActive }) => isActive)
      .map((banner) => [banner.complianceGroup, banner]),
  );
  const nameGroup = (group: string) => groups[group] ?? group;
  const toDate = (day: string) => formats.date(`${day}T12:00:00`);
  const columns: readonly Column<NamedPlace>[] = [
    { id: 'place', title: text.place, cell: ({ name }) => name },
    {
      id: 'rules',
      title: text.rules,
      cell: ({ group, overridden, regionUnknown }) => (
        <>
          {nameGroup(group)} {overridden && <Chip tone="info">{text.overridden}</Chip>}
          {regionUnknown !== null && regionUnknown.group !== group && (
            <span className="muted small block">{text.regionUnknown(nameGroup(regionUnknown.group))}</span>
          )}
        </>
      ),
    },
    {
      id: 'law',
      title: text.law,
      from: 'medium',
      cell: ({ law, source, from, next, confidence }) => (
        <>
          <span lang="en">
            {law}
            {source !== law && <span className="muted small block">{source}</span>}
          </span>
          {from !== null && <span className="muted small block">{text.since(toDate(from))}</span>}
          {next !== null && (
            <span className="small block">
              {text.next(toDate(next.from), next.law, nameGroup(next.group))}
            </span>
          )}
          {confidence === 'low' && <span className="muted small block">{text.notVerified}</span>}
        </>
      ),
    },
    {
      id: 'banner',
      title: text.gets,
      cell: ({ group }) => {
        const banner = byGroup.get(group);
        if (banner !== undefined) return <Link href={`/banners/${banner.id}`}>{banner.name}</Link>;
        return banners.isSuccess && <Chip tone="warn">{text.noBanner}</Chip>;
      },
    },
  ];
  return (
    <Table
      label={text.title}
      rows={places}
      keyOf={({ country, region }) => `${country}-${region}`}
      columns={columns}
    />
  );
}
