import { useAction, useResource } from '../../api/use-resource';
import { useAddress, whileTyping, withoutBlanks } from '../../app/use-address';
import {
  Button,
  type Column,
  DateRangeFields,
  Empty,
  ErrorNotice,
  Load,
  Notice,
  Page,
  Pager,
  Panel,
  SearchedFrom,
  SearchForm,
  SelectField,
  ShowFaults,
  Table,
} from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { actionWords } from './action-words';
import type { Entry } from './entry';
import { EntryDialog } from './entry-dialog';
import { Resource, useActionName } from './entry-names';
import { words } from './words';

const names = ['q', 'type', 'action', 'user', 'from', 'to', 'cursor', 'show'] as const;

/** Who did what, in a chain of entries that cannot be changed unnoticed. */
export default function Audit() {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { values, set } = useAddress(names);
  const { q, type, action, user, from, to, cursor, show } = values;
  const entries = useResource(
    'listAudit',
    {
      query: {
        limit: 50,
        ...withoutBlanks({ q, resourceType: type, action, userId: user, from, to, cursor }),
      },
    },
    { keepPrevious: true },
  );
  const shown = useEntry(show, entries.data?.items);
  const isFiltered = [q, type, action, user, from, to].some((value) => value !== '');
  const clear = () => set({ q: '', type: '', action: '', user: '', from: '', to: '', cursor: '' });
  return (
    <Page title={text.title} intro={text.intro} actions={<CheckChain />}>
      <ShowFaults error={entries.error} isLive>
        <div className="form-line">
          <SearchForm
            label={text.search}
            help={text.searchHelp}
            value={q}
            onSearch={(next) => set({ q: next, cursor: '' })}
          />
          <ResourceField value={type} onChange={(next) => set({ type: next, cursor: '' })} />
          <ActionField value={action} onChange={(next) => set({ action: next, cursor: '' })} />
          <DateRangeFields
            range={{ from, to }}
            onChange={(range) => set({ ...range, cursor: '' }, whileTyping)}
          />
        </div>
        {user !== '' && (
          <div className="row">
            <Button icon="close" onPress={() => set({ user: '', cursor: '' })}>
              {text.onlyUser(entries.data?.items.find(({ userId }) => userId === user)?.userEmail ?? user)}
            </Button>
          </div>
        )}
        <Panel isFlush={(entries.data?.items.length ?? 0) > 0}>
          <Load of={entries} rows={8}>
            {({ items, nextCursor, searchedFrom }) => (
              <>
                {items.length === 0 ? (
                  <Empty
                    title={text.nothing}
                    action={isFiltered && <Button onPress={clear}>{actions.clearFilters}</Button>}
                  />
                ) : (
                  <EntryTable
                    entries={items}
                    isStale={entries.isPlaceholderData}
                    onShow={({ id }) => set({ show: id })}
                  />
                )}
                <SearchedFrom time={searchedFrom} onGoOn={(next) => set({ to: next, cursor: '' })} />
                <Pager cursor={cursor} nextCursor={nextCursor} onGo={(next) => set({ cursor: next })} />
              </>
            )}
          </Load>
        </Panel>
        <EntryDialog
          entry={shown}
          onClose={() => set({ show: '' })}
          onNarrow={(to) => set({ ...to, show: '', cursor: '' })}
        />
      </ShowFaults>
    </Page>
  );
}

/** Returns the entry that the address names, which can be older than those of the page. */
function useEntry(id: string, loaded: readonly Entry[] | undefined): Entry | null {
  const found = loaded?.find((entry) => entry.id === id);
  const older = useResource(
    'listAudit',
    { query: { id, limit: 1 } },
    { enabled: id !== '' && loaded !== undefined && found === undefined },
  );
  return found ?? older.data?.items[0] ?? null;
}

function CheckChain() {
  const text = useWords(words);
  const formats = useFormats();
  const check = useAction('verifyAudit');
  const verdict = check.data?.data;
  return (
    <div className="stack tight">
      <div className="row end">
        <Button icon="check" isPending={check.isPending} onPress={() => check.mutate({})}>
          {text.check}
        </Button>
      </div>
      <div role="status">
        {verdict?.valid === true && <Notice tone="ok">{text.whole(formats.number(verdict.checked))}</Notice>}
        {verdict?.valid === false && (
          <Notice tone="danger" title={text.broken}>
            {verdict.firstBroken === null ? text.brokenEnd : text.brokenAt(verdict.firstBroken)}
          </Notice>
        )}
      </div>
      <ErrorNotice error={check.error} />
    </div>
  );
}

function ResourceField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (type: string) => void;
}) {
  const text = useWords(words);
  const { states } = useSharedWords();
  return (
    <SelectField
      label={text.about}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: states.all },
        ...Object.entries(text.types).map(([type, label]) => ({ value: type, label })),
      ]}
    />
  );
}

function ActionField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (action: string) => void;
}) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const language = useLanguage();
  const known = Object.entries(useWords(actionWords))
    .map(([action, label]) => ({ value: action, label }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  const isKnown = value === '' || known.some((option) => option.value === value);
  return (
    <SelectField
      label={text.action}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: states.all },
        ...known,
        // Of another version, named by the address.
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

function EntryTable({
  entries,
  isStale,
  onShow,
}: {
  readonly entries: readonly Entry[];
  readonly isStale: boolean;
  readonly onShow: (entry: Entry) => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const nameOf = useActionName();
  const columns: readonly Column<Entry>[] = [
    {
      id: 'action',
      title: text.action,
      cell: (entry) => (
        <>
          <span className="block">{nameOf(entry.action)}</span>
          <span className="plain">
            <Resource entry={entry} />
          </span>
        </>
      ),
    },
    {
      id: 'by',
      title: text.by,
      from: 'medium',
      isBelow: true,
      cell: ({ userEmail }) => userEmail ?? text.noUser,
    },
    {
      id: 'time',
      title: text.time,
      isTime: true,
      from: 'medium',
      isBelow: true,
      cell: ({ createdAt }) => formats.dateTime(createdAt),
    },
    {
      id: 'show',
      title: text.details,
      isTitleHidden: true,
      isNumber: true,
      cell: (entry) => (
        <Button
          aria-label={text.detailsOf(nameOf(entry.action), formats.dateTime(entry.createdAt))}
          onPress={() => onShow(entry)}
        >
          {text.details}
        </Button>
      ),
    },
  ];
  return (
    <Table label={text.title} rows={entries} keyOf={({ id }) => id} columns={columns} isStale={isStale} />
  );
}
