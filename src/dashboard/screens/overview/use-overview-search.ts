import { useSearchParams } from 'wouter';
import { useDayRange } from '../../components';

/** What the figures count; the address keeps it. */
export function useOverviewSearch() {
  const [search, setSearch] = useSearchParams();
  const { from, to, days } = useDayRange();
  const group = search.get('group') ?? '';
  const set = (name: 'group' | 'view', value: string) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  return {
    days,
    group,
    isTable: search.get('view') === 'table',
    /** Of requests that count decisions. */
    query: { from, to, ...(group === '' ? {} : { complianceGroup: group }) },
    set,
  };
}
