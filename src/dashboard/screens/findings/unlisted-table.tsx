import { useState } from 'react';
import { useCategoryName } from '../../app/category-names';
import { useSession } from '../../app/session';
import { ActionMenu, Button, Checkbox, type Column, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { words as cookieWords } from '../banner/cookies/words';
import type { Banner, Unlisted } from './finding';
import { byPurpose, isComplete, suggestCategory } from './suggestion';
import { unlistedWords } from './unlisted-words';
import { useMayCallNecessary } from './use-decision';
import { words } from './words';

interface UnlistedTableProps {
  readonly items: readonly Unlisted[];
  readonly banners: readonly Banner[];
  readonly isPending: boolean;
  /** Called for what the catalogue has a category and a text for. */
  readonly onListAtOnce: (items: readonly Unlisted[]) => void;
  readonly onAsk: (ask: 'list' | 'ignore', items: readonly Unlisted[]) => void;
  readonly onNecessary: (item: Unlisted) => void;
}

/** Most things that one request lists. */
const mostSelected = 100;

/** A table of what no live banner lists, each row with its actions; several rows can be selected. */
export function UnlistedTable(props: UnlistedTableProps) {
  const { items, banners, onAsk, onListAtOnce } = props;
  const text = useWords(words);
  const own = useWords(unlistedWords);
  const { can } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id)).slice(0, mostSelected);
  const mayDecide = can('profiles:update');
  const select = (ids: readonly string[], isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, ...ids] : [...chosen].filter((id) => !ids.includes(id))));
  const columns = useColumns(props, { chosen, mayDecide, select });
  const listable = selected.filter(({ isTooGeneral }) => !isTooGeneral);
  const list = () =>
    listable.every((item) => isComplete(item, banners)) ? onListAtOnce(listable) : onAsk('list', listable);
  return (
    <>
      {mayDecide && items.length > 1 && (
        <div className="row table-bar">
          <Checkbox
            isSelected={selected.length > 0 && selected.length >= Math.min(items.length, mostSelected)}
            isIndeterminate={selected.length > 0 && selected.length < Math.min(items.length, mostSelected)}
            onChange={(isOn) =>
              select(
                items.map(({ id }) => id),
                isOn,
              )
            }
          >
            {selected.length === 0 ? own.selectAll : own.selected(selected.length)}
          </Checkbox>
          {selected.length > 0 && (
            <>
              <Button
                aria-label={`${own.listThem}: ${own.things(listable.length)}`}
                isDisabled={listable.length === 0}
                isPending={props.isPending}
                onPress={list}
              >
                {own.listThem}
              </Button>
              <Button
                variant="quiet"
                aria-label={`${text.ignore}: ${own.things(selected.length)}`}
                onPress={() => onAsk('ignore', selected)}
              >
                {text.ignore}
              </Button>
              {listable.length < selected.length && (
                <span className="muted small">{own.leftOut(selected.length - listable.length)}</span>
              )}
            </>
          )}
        </div>
      )}
      <Table label={text.unlisted} rows={items} keyOf={({ id }) => id} columns={columns} />
    </>
  );
}

interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly mayDecide: boolean;
  readonly select: (ids: readonly string[], isOn: boolean) => void;
}

function useColumns(
  props: UnlistedTableProps,
  { chosen, mayDecide, select }: Selection,
): readonly Column<Unlisted>[] {
  const text = useWords(words);
  const own = useWords(unlistedWords);
  const formats = useFormats();
  return [
    ...(mayDecide && props.items.length > 1
      ? [
          {
            id: 'select',
            title: own.select,
            isTitleHidden: true,
            cell: ({ id, name }: Unlisted) => (
              <Checkbox isSelected={chosen.has(id)} onChange={(isOn) => select([id], isOn)}>
                <span className="visually-hidden">{own.selectOne(name)}</span>
              </Checkbox>
            ),
          },
        ]
      : []),
    { id: 'name', title: text.what, isHeader: true, cell: (item) => <Subject item={item} /> },
    {
      id: 'page',
      title: text.where,
      from: 'wide',
      isBelow: true,
      cell: ({ pages }) => (
        <>
          <span className="mono">{pages[0]}</span>
          {pages.length > 1 && <span className="muted small"> {own.morePages(pages.length - 1)}</span>}
        </>
      ),
    },
    {
      id: 'count',
      title: text.howOften,
      isNumber: true,
      from: 'medium',
      isBelow: true,
      cell: ({ count }) => formats.number(count),
    },
    {
      id: 'since',
      title: text.since,
      from: 'wide',
      cell: ({ firstSeenAt, lastSeenAt }) => (
        <>
          {formats.date(firstSeenAt)}
          <span className="muted small block">{text.last(formats.relative(lastSeenAt))}</span>
        </>
      ),
    },
    {
      id: 'source',
      title: text.seenBy,
      from: 'wide',
      isBelow: true,
      cell: ({ sources }) => formats.list(sources.map((source) => text.sources[source])),
    },
    ...(mayDecide
      ? [
          {
            id: 'actions',
            title: text.actions,
            isTitleHidden: true,
            isNumber: true,
            from: 'medium' as const,
            isBelow: true,
            cell: (item: Unlisted) => <Actions {...props} item={item} />,
          },
        ]
      : []),
  ];
}

/** The name of what was found, its kind, and what the catalogue knows about it. */
function Subject({ item: { name, kind, match, isTooGeneral } }: { readonly item: Unlisted }) {
  const own = useWords(unlistedWords);
  const formats = useFormats();
  const { purposes } = useWords(cookieWords);
  const known = match && [match.provider, match.purpose && purposes[match.purpose]];
  return (
    <>
      <span className="mono">{name}</span> <span className="muted small">{own.kinds[kind]}</span>
      {match === null ? (
        <span className="muted small block">{isTooGeneral ? own.tooGeneral : own.unknown}</span>
      ) : (
        <span className="muted small block">
          {known?.filter(Boolean).join(' · ')}
          {match.duration !== null && <span lang="en"> · {match.duration}</span>}
          <span className="block">{own.certainties[match.certainty]}</span>
          {match.untranslated.length > 0 && (
            <span className="block">
              {own.noTextIn(formats.list(match.untranslated.map((tag) => formats.language(tag))))}
            </span>
          )}
        </span>
      )}
    </>
  );
}

function Actions({
  item,
  banners,
  isPending,
  onListAtOnce,
  onAsk,
  onNecessary,
}: Omit<UnlistedTableProps, 'items'> & { readonly item: Unlisted }) {
  const text = useWords(words);
  const own = useWords(unlistedWords);
  const nameOf = useCategoryName();
  const mayCallNecessary = useMayCallNecessary();
  const category = suggestCategory(item, banners);
  const canListAtOnce = category !== null && isComplete(item, banners);
  const only = banners.length === 1 ? banners[0]?.profileId : undefined;
  const label = !canListAtOnce
    ? own.listAs
    : category === byPurpose
      ? own.list
      : own.listIn(nameOf(category, only));
  return (
    <span className="row end one-line">
      {!item.isTooGeneral && (
        <Button
          aria-label={`${label}: ${item.name}`}
          isDisabled={isPending}
          onPress={() => (canListAtOnce ? onListAtOnce([item]) : onAsk('list', [item]))}
        >
          {label}
        </Button>
      )}
      <ActionMenu
        label={text.actionsOf(item.name)}
        entries={[
          ...(canListAtOnce
            ? [{ id: 'list', label: own.otherCategory, onAction: () => onAsk('list', [item]) }]
            : []),
          ...(item.kind === 'cookie' && !item.isTooGeneral && mayCallNecessary.call
            ? [{ id: 'necessary', label: text.necessary, onAction: () => onNecessary(item) }]
            : []),
          { id: 'ignore', label: text.ignore, onAction: () => onAsk('ignore', [item]) },
        ]}
      />
    </span>
  );
}
