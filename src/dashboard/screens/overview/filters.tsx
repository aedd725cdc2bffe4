import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { type FilterName, filterNames, useOverviewSearch } from './use-overview-search';
import { visitWords } from './visit-words';

/** Returns a function that names a value of a filter in words. */
export function useValueName(): (filter: FilterName, value: string) => string {
  const text = useWords(visitWords);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  return (filter, value) => {
    if (value === '(none)') return states.unknown;
    if (value === '(other)') return text.other;
    if (filter === 'country') return formats.country(value);
    if (filter === 'locale') return formats.language(value);
    if (filter === 'device') return text.devices[value] ?? value;
    if (filter === 'site') return value.replace(/^https?:\/\//, '');
    return profiles.data?.find(({ id }) => id === value)?.name ?? value;
  };
}

/** The filters of the screen, each with a button that removes it. */
export function ActiveFilters() {
  const text = useWords(visitWords);
  const nameOf = useValueName();
  const { filters, set } = useOverviewSearch();
  const active = filterNames.filter((name) => filters[name] !== '');
  if (active.length === 0) return null;
  return (
    <div className="row" role="group" aria-label={text.filters}>
      <span className="muted">{text.filters}</span>
      {active.map((name) => {
        const label = `${text.tables[name].one}: ${nameOf(name, filters[name])}`;
        return (
          <Button
            key={name}
            icon="close"
            onPress={() => set({ [name]: '' })}
            aria-label={text.removeFilter(label)}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
