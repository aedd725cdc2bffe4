import { Link } from 'wouter';
import {
  Button,
  type Column,
  Empty,
  PageNumbers,
  Panel,
  SelectField,
  type Sort,
  Table,
  TextField,
} from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { BannerMenu } from './banner-menu';
import { BannerStatus } from './banner-status';
import { type BannerState, bannerStates, orderBanners, selectBanners } from './select-banners';
import type { Summary } from './summary';
import { useBannerSearch } from './use-banner-search';
import { words } from './words';

const perPage = 25;

/** The banners that the address asks for, page by page. */
export function BannerTable({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const { actions, groups } = useSharedWords();
  const language = useLanguage();
  const { values, sort, set } = useBannerSearch();
  const nameOfGroup = (group: string) => groups[group] ?? group;
  const found = selectBanners(banners, values);
  const ordered = orderBanners(found, sort, language, nameOfGroup);
  const lastPage = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(lastPage, Math.max(1, Math.trunc(Number(values.page)) || 1));
  const shown = ordered.slice((page - 1) * perPage, page * perPage);
  return (
    <>
      <Filters banners={banners} />
      <Panel isFlush={shown.length > 0}>
        {shown.length === 0 ? (
          <Empty
            title={text.noMatch}
            action={
              <Button onPress={() => set({ q: '', group: '', state: '', page: '' })}>
                {actions.clearFilters}
              </Button>
            }
          />
        ) : (
          <Rows
            banners={shown}
            sort={sort}
            onSort={({ by, isDown }) => set({ sort: isDown ? `-${by}` : by, page: '' })}
          />
        )}
        <PageNumbers
          page={page}
          perPage={perPage}
          total={found.length}
          onGo={(next) => set({ page: next === 1 ? '' : String(next) })}
        />
      </Panel>
    </>
  );
}

function Filters({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const { actions, groups, states } = useSharedWords();
  const { values, set } = useBannerSearch();
  const present = new Set(banners.flatMap(({ complianceGroup }) => complianceGroup ?? []));
  const known = Object.keys(groups).filter((group) => present.has(group));
  const own = [...present].filter((group) => groups[group] === undefined).sort();
  return (
    <div className="form-line">
      <TextField
        label={actions.search}
        type="search"
        value={values.q}
        onChange={(q) => set({ q, page: '' })}
        autoComplete="off"
      />
      <SelectField
        label={text.group}
        value={values.group}
        onChange={(group) => set({ group, page: '' })}
        options={[
          { value: '', label: states.all },
          ...[...known, ...own].map((group) => ({ value: group, label: groups[group] ?? group })),
        ]}
      />
      <SelectField<BannerState | ''>
        label={text.status}
        value={values.state}
        onChange={(state) => set({ state, page: '' })}
        options={[
          { value: '', label: states.all },
          ...bannerStates.map((state) => ({ value: state, label: text.states[state] })),
        ]}
      />
    </div>
  );
}

function Rows({
  banners,
  sort,
  onSort,
}: {
  readonly banners: readonly Summary[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const text = useWords(words);
  const shared = useSharedWords();
  const formats = useFormats();
  const columns: readonly Column<Summary>[] = [
    {
      id: 'name',
      title: text.name,
      isSortable: true,
      cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link>,
    },
    {
      id: 'group',
      title: text.group,
      isSortable: true,
      from: 'medium',
      cell: ({ complianceGroup }) =>
        shared.groups[complianceGroup ?? ''] ?? complianceGroup ?? shared.states.none,
    },
    {
      id: 'status',
      title: text.status,
      isSortable: true,
      cell: (banner) => <BannerStatus banner={banner} />,
    },
    {
      id: 'languages',
      title: text.languages,
      from: 'wide',
      cell: ({ locales, missingTexts }) =>
        locales
          .map((locale) => (missingTexts[locale] ? text.missing(locale, missingTexts[locale] ?? 0) : locale))
          .join(', '),
    },
    {
      id: 'updated',
      title: text.updated,
      isSortable: true,
      from: 'medium',
      cell: ({ updatedAt }) => <span className="nowrap">{formats.relative(updatedAt)}</span>,
    },
    {
      id: 'preview',
      title: text.preview,
      cell: ({ id, name }) => (
        <Link href={`/banners/${id}/preview`} aria-label={text.previewOf(name)}>
          {text.preview}
        </Link>
      ),
    },
    {
      id: 'actions',
      title: shared.actions.more,
      isTitleHidden: true,
      cell: (banner) => <BannerMenu banner={banner} />,
    },
  ];
  return (
    <Table
      label={text.title}
      rows={banners}
      keyOf={({ id }) => id}
      columns={columns}
      sort={sort}
      onSort={onSort}
    />
  );
}
