import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Chip, type Column, CsvButton, Empty, LinkButton, Load, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { readDecisionsOn } from './counts';
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
  const { isPlaced } = useOverviewSearch();
  const decisionsOn = ({ id }: Summary) =>
    statistics === undefined ? null : readDecisionsOn(id, statistics, isPlaced);
  const share = (banner: Summary) => {
    const counts = decisionsOn(banner);
    return counts === null || counts.total === 0 ? null : counts.accepted / counts.total;
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
      cell: (banner) => {
        const counts = decisionsOn(banner);
        return counts === null ? '–' : formats.number(counts.total);
      },
      value: (banner) => decisionsOn(banner)?.total ?? null,
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
