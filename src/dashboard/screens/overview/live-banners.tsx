import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Chip, Empty, LinkButton, Load, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { useOverviewSearch } from './use-overview-search';
import { words } from './words';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

/** The live banners, and how visitors decided on each. */
export function LiveBanners() {
  const { can } = useSession();
  return can('profiles:read') ? <Banners /> : null;
}

function Banners() {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  const { can } = useSession();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const decisions = useDecisions();
  const live = ((profiles.data ?? []) as readonly Summary[]).filter(({ isActive }) => isActive);
  return (
    <Panel title={text.live} isFlush={live.length > 0}>
      <Load of={profiles} rows={3}>
        {() =>
          live.length === 0 ? (
            <Empty
              title={text.noneLive}
              action={can('profiles:create') && <LinkButton to="/banners">{text.create}</LinkButton>}
            />
          ) : (
            <Table
              label={text.live}
              rows={live}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'name',
                  title: text.banner,
                  cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link>,
                },
                {
                  id: 'group',
                  title: text.group,
                  from: 'medium',
                  cell: ({ complianceGroup }) =>
                    groups[complianceGroup ?? ''] ?? complianceGroup ?? states.none,
                },
                {
                  id: 'status',
                  title: text.status,
                  from: 'medium',
                  cell: (banner) => <Status banner={banner} />,
                },
                {
                  id: 'decisions',
                  title: text.decisions,
                  isNumber: true,
                  from: 'medium',
                  cell: ({ id }) => <Decisions {...decisions(id)} of="total" />,
                },
                {
                  id: 'accepted',
                  title: text.all,
                  isNumber: true,
                  cell: ({ id }) => <Decisions {...decisions(id)} of="share" />,
                },
              ]}
            />
          )
        }
      </Load>
    </Panel>
  );
}

function Status({ banner: { version, publishedVersion } }: { readonly banner: Summary }) {
  const { status } = useSharedWords();
  return (
    <span className="row">
      <Chip tone="ok">{status.live(publishedVersion ?? version)}</Chip>
      {publishedVersion !== version && <Chip tone="warn">{status.changed}</Chip>}
    </span>
  );
}

interface DecisionsOfBanner {
  /** Undefined: not known yet. */
  readonly total: number | undefined;
  readonly optInRate: number | null;
  readonly isStale: boolean;
}

/** Asks once for all banners. */
function useDecisions(): (profileId: string) => DecisionsOfBanner {
  const {
    query: { from, to },
  } = useOverviewSearch();
  const { data, isPlaceholderData } = useResource(
    'getOverview',
    { query: { from, to, by: 'profile' } },
    { keepPrevious: true },
  );
  return (profileId) => {
    const own = data?.decisions.profiles?.[profileId];
    return {
      total: own?.total ?? (data === undefined ? undefined : 0),
      optInRate: own?.optInRate ?? null,
      isStale: isPlaceholderData,
    };
  };
}

function Decisions({
  total,
  optInRate,
  isStale,
  of,
}: DecisionsOfBanner & { readonly of: 'total' | 'share' }) {
  const formats = useFormats();
  if (total === undefined) return '–';
  return (
    <span className={isStale ? 'stale' : undefined}>
      {of === 'total' ? formats.number(total) : formats.percent(optInRate)}
    </span>
  );
}
