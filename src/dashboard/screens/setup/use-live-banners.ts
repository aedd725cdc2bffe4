import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';

/** Returns the names of live banners by their groups, which stay as they are; empty until, or unless, they can be read. */
export function useLiveBanners(): ReadonlyMap<string, string> {
  const { can } = useSession();
  const coverage = useResource('getComplianceCoverage', undefined, { enabled: can('profiles:read') });
  return new Map(
    (coverage.data ?? []).flatMap(({ complianceGroup, profile }) =>
      profile === null ? [] : [[complianceGroup, profile.name]],
    ),
  );
}
