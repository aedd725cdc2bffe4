import { Link } from 'wouter';
import { useSession } from '../../app/session';
import { withoutBlanks } from '../../app/use-address';
import { useFormats, useWords } from '../../words';
import { useOverviewSearch } from './use-overview-search';
import { words } from './words';

/** Says which consents the figures below it describe; with filters, leads to the consents that match. */
export function CurrentConsents({ count }: { readonly count: number }) {
  const text = useWords(words);
  const formats = useFormats();
  const { can } = useSession();
  const { group, filters, isFiltered } = useOverviewSearch();
  const now = text.now(formats.number(count));
  if (group === '' && !isFiltered) return <p className="muted">{now}</p>;
  // Only these filters are also those of the list, which has no `(none)` and no `(other)`.
  const shared = { complianceGroup: group, profile: filters.profileId, country: filters.country };
  const query = new URLSearchParams(
    Object.entries(withoutBlanks(shared)).filter(([, value]) => !value.startsWith('(')),
  );
  return (
    <p className="muted">
      {now} {text.nowUnfiltered}{' '}
      {can('consents:read') && query.size > 0 && (
        <Link href={`/consents?${query}`}>{text.matchingConsents}</Link>
      )}
    </p>
  );
}
