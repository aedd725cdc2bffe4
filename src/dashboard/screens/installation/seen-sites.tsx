import { type DataOf, useResource } from '../../api/use-resource';
import { Chip, Load, Notice, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Time between two requests while somebody waits for their first page (ms). */
const lookEveryMs = 5_000;

type Sites = DataOf<'getInstallation'>;

/** The sites whose pages asked for a banner. */
export function SeenSites() {
  const text = useWords(words);
  const sites = useResource('getInstallation', undefined, { refetchInterval: lookEveryMs });
  return (
    <Panel title={text.seen} isFlush={(sites.data?.length ?? 0) > 0}>
      <Load of={sites} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Notice title={text.waiting}>
              <p>{text.waitingText}</p>
            </Notice>
          ) : (
            <SiteTable sites={list} />
          )
        }
      </Load>
    </Panel>
  );
}

function SiteTable({ sites }: { readonly sites: Sites }) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  return (
    <Table
      label={text.seen}
      rows={sites}
      keyOf={({ origin }) => origin}
      columns={[
        { id: 'site', title: text.site, cell: ({ origin }) => <span className="mono">{origin}</span> },
        {
          id: 'seen',
          title: text.lastSeen,
          cell: ({ lastSeenAt }) => (
            <time dateTime={lastSeenAt} title={formats.dateTime(lastSeenAt)}>
              {formats.relative(lastSeenAt)}
            </time>
          ),
        },
        {
          id: 'group',
          title: text.group,
          from: 'medium',
          cell: ({ complianceGroup }) => groups[complianceGroup] ?? complianceGroup,
        },
        {
          id: 'language',
          title: text.language,
          from: 'medium',
          cell: ({ locale }) => formats.language(locale),
        },
        {
          id: 'allowed',
          title: text.decisions,
          cell: ({ allowed }) =>
            allowed ? <Chip tone="ok">{text.accepted}</Chip> : <Chip tone="warn">{text.refused}</Chip>,
        },
      ]}
    />
  );
}
