import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Chip, type Column, CsvButton, Empty, LinkButton, Load, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { type Statistics, useOverviewSearch } from './use-overview-search';
import { words } from './words';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

interface LiveBannersProps {
  /** Undefined: not known yet. */
  readonly statistics: Statistics | undefined;
}

/** The live banners, and how visitors decided on each. */
export function LiveBanners({ statistics }: LiveBannersProps) {
  const { can } = useSession();
  return can('profiles:read') ? <Banners statistics={statistics} /> : null;
}

function Banners({ statistics }: LiveBannersProps) {
  const text = useWords(words);
  const { can } = useSession();
  const { group, filters } = useOverviewSearch();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const columns = useColumns(statistics);
  const live = ((profiles.data ?? []) as readonly Summary[]).filter(
    ({ id, isActive, complianceGroup }) =>
      isActive && ['', complianceGroup].includes(group) && ['', id].includes(filters.profileId),
  );
  return (
    <Panel
      title={text.live}
      isFlush={live.length > 0}
      actions={<CsvButton label={text.live} columns={columns} rows={live} />}
    >
      <Load of={profiles} rows={3}>
        {() =>
          live.length === 0 ? (
            <Empty
              title={text.noneLive}
              action={can('profiles:create') && <LinkButton to="/banners">{text.create}</LinkButton>}
            />
          ) : (
            <Table label={text.live} rows={live} keyOf={({ id }) => id} columns={columns} />
          )
        }
      </Load>
    </Panel>
  );
}

function useColumns(statistics: Statistics | undefined): readonly Column<Summary>[] {
  const text = useWords(words);
  const formats = useFormats();
  const { groups, states } = useSharedWords();
  const { isFiltered } = useOverviewSearch();

  /** Returns the decisions on a banner; of the filter's visitors only, where there is one. */
  function decisionsOn({ id }: Summary): { readonly total: number; readonly accepted: number } {
    if (!isFiltered) {
      const own = statistics?.overview.decisions.profiles?.[id];
      return { total: own?.total ?? 0, accepted: own?.optedIn ?? 0 };
    }
    const own = statistics?.banners.by.profileId.find(({ value }) => value === id);
    return { total: own?.decided ?? 0, accepted: own?.accepted ?? 0 };
  }
  const share = (banner: Summary) => {
    const { total, accepted } = decisionsOn(banner);
    return total === 0 ? null : accepted / total;
  };
  const nameGroup = ({ complianceGroup }: Summary) =>
    groups[complianceGroup ?? ''] ?? complianceGroup ?? states.none;
  return [
    {
      id: 'name',
      title: text.banner,
      cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link>,
      value: ({ name }) => name,
    },
    { id: 'group', title: text.group, from: 'medium', cell: nameGroup, value: nameGroup },
    {
      id: 'status',
      title: text.status,
      from: 'medium',
      cell: (banner) => <Status banner={banner} />,
      value: ({ version, publishedVersion }) => `v${publishedVersion ?? version}`,
    },
    {
      id: 'decisions',
      title: text.decisions,
      isNumber: true,
      from: 'medium',
      cell: (banner) => (statistics === undefined ? '–' : formats.number(decisionsOn(banner).total)),
      value: (banner) => decisionsOn(banner).total,
    },
    {
      id: 'accepted',
      title: text.allOfDecisions,
      isNumber: true,
      cell: (banner) => formats.percent(share(banner)),
      value: share,
    },
  ];
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
