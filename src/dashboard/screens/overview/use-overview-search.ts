import { type DataOf, useResource } from '../../api/use-resource';
import { useAddress, withoutBlanks } from '../../app/use-address';
import { useDayRange } from '../../components';

/** The filters that rows of the tables set, as the API names them. */
export const filterNames = ['profileId', 'country', 'device', 'locale', 'site'] as const;
const placeNames = ['country', 'device', 'site'] as const;
export type FilterName = (typeof filterNames)[number];

export type Statistics = DataOf<'getStatistics'>;

/** Filter of the figures, which the address contains. */
export function useOverviewSearch() {
  const { values, set } = useAddress(['group', 'view', ...filterNames]);
  const { from, to, days } = useDayRange();
  const { group, view, ...filters } = values;
  return {
    days,
    group,
    isTable: view === 'table',
    /** Whether a row of a table filters. */
    isFiltered: Object.values(filters).some((value) => value !== ''),
    /** Whether a filter is set that only the sums of banners can answer: decisions have no place. */
    isPlaced: placeNames.some((name) => filters[name] !== ''),
    /** Empty values filter nothing. */
    filters: filters as Readonly<Record<FilterName, string>>,
    /** Query of requests for publications and decisions. */
    query: { from, to, ...(group === '' ? {} : { complianceGroup: group }) },
    set,
  };
}

/** Requests all statistics of the screen at once. */
export function useStatistics() {
  const { query, filters } = useOverviewSearch();
  return useResource(
    'getStatistics',
    { query: { ...query, ...withoutBlanks(filters) } },
    { keepPrevious: true },
  );
}
