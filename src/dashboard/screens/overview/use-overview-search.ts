import { useAddress } from '../../app/use-address';
import { useDayRange } from '../../components';

/** What the figures count; the address keeps it. */
export function useOverviewSearch() {
  const { values, set } = useAddress(['group', 'view']);
  const { from, to, days } = useDayRange();
  const { group, view } = values;
  return {
    days,
    group,
    isTable: view === 'table',
    /** Of requests that count decisions. */
    query: { from, to, ...(group === '' ? {} : { complianceGroup: group }) },
    set,
  };
}
