import { useDownload } from '../../api/download';
import { type DataOf, useResource } from '../../api/use-resource';
import { useAddress, whileTyping, withoutBlanks } from '../../app/use-address';
import {
  ActionMenu,
  Button,
  Chip,
  type Column,
  DateRangeFields,
  Empty,
  ErrorNotice,
  Load,
  Page,
  Pager,
  Panel,
  SearchForm,
  ShowFaults,
  Table,
} from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { Kept } from './kept';
import { Verify } from './verify';
import { words } from './words';

type Erasure = DataOf<'listErasures'>['items'][number];

const names = ['id', 'from', 'to', 'cursor'] as const;

/** Erasures of visitors, with the certificate of each. */
export default function Erasures() {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { values, set } = useAddress(names);
  const { id, from, to, cursor } = values;
  const erasures = useResource(
    'listErasures',
    { query: { limit: 50, ...withoutBlanks({ id, from, to, cursor }) } },
    { keepPrevious: true },
  );
  const isFiltered = [id, from, to].some((value) => value !== '');
  return (
    <Page title={text.title} intro={text.intro} actions={<Verify />}>
      <ShowFaults error={erasures.error} isLive>
        <div className="form-line">
          <SearchForm
            label={text.number}
            help={text.numberHelp}
            value={id}
            onSearch={(next) => set({ id: next.trim(), cursor: '' })}
          />
          <DateRangeFields
            range={{ from, to }}
            onChange={(range) => set({ ...range, cursor: '' }, whileTyping)}
          />
        </div>
        <Panel isFlush={(erasures.data?.items.length ?? 0) > 0}>
          <Load of={erasures} rows={6}>
            {({ items, nextCursor }) => (
              <>
                {items.length === 0 ? (
                  <Empty
                    title={isFiltered ? text.noMatch : text.none}
                    action={
                      isFiltered && (
                        <Button onPress={() => set({ id: '', from: '', to: '', cursor: '' })}>
                          {actions.clearFilters}
                        </Button>
                      )
                    }
                  >
                    {isFiltered ? undefined : text.noneText}
                  </Empty>
                ) : (
                  <ErasureTable erasures={items} isStale={erasures.isPlaceholderData} />
                )}
                <Pager cursor={cursor} nextCursor={nextCursor} onGo={(next) => set({ cursor: next })} />
              </>
            )}
          </Load>
        </Panel>
        <Kept />
      </ShowFaults>
    </Page>
  );
}

function ErasureTable({
  erasures,
  isStale,
}: {
  readonly erasures: readonly Erasure[];
  readonly isStale: boolean;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { actions } = useSharedWords();
  const lang = useLanguage();
  const { save, error } = useDownload('/erasures/');
  const columns: readonly Column<Erasure>[] = [
    {
      id: 'time',
      title: text.time,
      cell: ({ erasedAt, id }) => (
        <>
          {formats.dateTime(erasedAt)}
          <span className="plain muted small block mono">{id}</span>
        </>
      ),
    },
    {
      id: 'what',
      title: text.what,
      from: 'medium',
      isBelow: true,
      cell: ({ scope, visitors, states, complete }) => (
        <>
          {scope === 'subject' ? text.user(visitors) : text.visitor}
          {!complete && <Chip tone="warn">{text.incomplete}</Chip>}
          <span className="muted small block">{text.states(states)}</span>
        </>
      ),
    },
    {
      id: 'by',
      title: text.by,
      from: 'medium',
      isBelow: true,
      cell: ({ by, userEmail, reason }) => (
        <>
          {userEmail ?? text.eraser[by]}
          {reason !== null && <span className="muted small block">{reason}</span>}
        </>
      ),
    },
    {
      id: 'certificate',
      title: text.certificate,
      isTitleHidden: true,
      isNumber: true,
      from: 'medium',
      isBelow: true,
      cell: ({ id, erasedAt }) => (
        <ActionMenu
          trigger={
            <Button icon="download" aria-label={text.certificateOf(formats.dateTime(erasedAt))}>
              {actions.download}
            </Button>
          }
          entries={(['pdf', 'json'] as const).map((format) => ({
            id: format,
            label: format === 'pdf' ? text.pdf : text.json,
            onAction: () => save(`${encodeURIComponent(id)}?format=${format}&lang=${lang}`),
          }))}
        />
      ),
    },
  ];
  return (
    <>
      <ErrorNotice error={error} />
      <Table label={text.title} rows={erasures} keyOf={({ id }) => id} columns={columns} isStale={isStale} />
    </>
  );
}
