import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { Button, type Column, Empty, Load, Pager, Panel, SelectField, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { ConsentsForm } from './consents-panel';
import { words } from './words';

type Entry = DataOf<'listAudit'>['items'][number];

/** Details that an export recorded about itself. */
interface Facts {
  readonly format?: string;
  readonly from?: string;
  readonly to?: string;
  readonly profileId?: string;
  readonly rows?: number;
}

const kinds = ['consents', 'audit', 'translations', 'evidence', 'receipt', 'publications'] as const;
type Kind = (typeof kinds)[number];

/** Time after which it is read again (ms). */
const refreshMs = 10_000;

/** Who has exported what, from the audit log, the latest first. */
export function History({ onAgain }: { readonly onAgain: (again: Again) => void }) {
  const text = useWords(words);
  const { can } = useSession();
  const { values, set } = useAddress(['kind', 'cursor'], { replaces: true });
  const kind = kinds.find((known) => known === values.kind) ?? 'consents';
  const entries = useResource(
    'listAudit',
    {
      query: {
        limit: 10,
        action: `export:${kind}`,
        ...(values.cursor === '' ? {} : { cursor: values.cursor }),
      },
    },
    // An export is noted when the browser has begun to save it.
    { enabled: can('audit:read'), keepPrevious: true, refetchInterval: refreshMs },
  );
  if (!can('audit:read')) return null;
  return (
    <Panel
      title={text.history}
      isFlush
      actions={
        <SelectField
          label={text.kind}
          isLabelHidden
          value={kind}
          onChange={(next) => set({ kind: next, cursor: '' })}
          options={kinds.map((value) => ({ value, label: text.kinds[value] }))}
        />
      }
    >
      <Load of={entries}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <Empty title={text.noExports} />
            ) : (
              <HistoryTable
                kind={kind}
                entries={items}
                isStale={entries.isPlaceholderData}
                onAgain={onAgain}
              />
            )}
            <Pager cursor={values.cursor} nextCursor={nextCursor} onGo={(next) => set({ cursor: next })} />
          </>
        )}
      </Load>
    </Panel>
  );
}

/** Fields of an earlier export, to fill its form. */
export interface Again extends ConsentsForm {
  readonly kind: 'consents' | 'audit';
}

function HistoryTable({
  kind,
  entries,
  isStale,
  onAgain,
}: {
  readonly kind: Kind;
  readonly entries: readonly Entry[];
  readonly isStale: boolean;
  readonly onAgain: (again: Again) => void;
}) {
  const text = useWords(words);
  const { banner, range } = useSharedWords();
  const formats = useFormats();
  const banners = useBannerNames();
  const filtersOf = ({ from, to, profileId }: Facts) =>
    [
      profileId && `${banner}: ${banners.get(profileId) ?? profileId}`,
      from && `${range.from}: ${formats.utc(from)}`,
      to && `${range.to}: ${formats.utc(to)}`,
    ].filter(Boolean);
  const columns: readonly Column<Entry>[] = [
    { id: 'time', title: text.time, isTime: true, cell: ({ createdAt }) => formats.dateTime(createdAt) },
    { id: 'who', title: text.who, cell: ({ userEmail, userId }) => userEmail ?? userId ?? text.service },
    {
      id: 'format',
      title: text.format,
      from: 'medium',
      cell: (entry) => factsOf(entry).format?.toUpperCase(),
    },
    {
      id: 'filters',
      title: text.filters,
      from: 'medium',
      isBelow: true,
      cell: (entry) => filtersOf(factsOf(entry)).join(' · ') || text.everything,
    },
    {
      id: 'rows',
      title: text.rows,
      from: 'wide',
      isNumber: true,
      cell: (entry) => {
        const { rows } = factsOf(entry);
        return rows === undefined ? null : formats.number(rows);
      },
    },
    ...(kind === 'consents' || kind === 'audit'
      ? [
          {
            id: 'again',
            title: text.again,
            isTitleHidden: true,
            cell: (entry: Entry) => (
              <Button
                aria-label={text.againOf(formats.dateTime(entry.createdAt))}
                onPress={() => onAgain({ kind, ...toForm(factsOf(entry)) })}
              >
                {text.again}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Table label={text.history} rows={entries} keyOf={({ id }) => id} columns={columns} isStale={isStale} />
  );
}

const factsOf = ({ changes }: Entry): Facts => (changes ?? {}) as Facts;

/** The form has whole days, in which the times of an export made with the API begin and end. */
const toForm = ({ format, from = '', to = '', profileId = '' }: Facts): ConsentsForm => ({
  format: format === 'xlsx' || format === 'json' ? format : 'csv',
  profileId,
  range: { from: from.slice(0, 10), to: to.slice(0, 10) },
});

function useBannerNames(): ReadonlyMap<string, string> {
  const { can } = useSession();
  const { data } = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  return new Map((data ?? []).map(({ id, name }) => [id, name]));
}
