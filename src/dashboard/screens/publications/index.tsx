import { Link } from 'wouter';
import { useDownload } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { whileTyping } from '../../app/use-address';
import {
  Button,
  Chip,
  type Column,
  DateField,
  DateRangeFields,
  Empty,
  ErrorNotice,
  isReversed,
  Load,
  Page,
  Pager,
  Panel,
  SelectField,
  ShowFaults,
  Table,
} from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { VariantsChip } from '../banner/variants/variants-chip';
import { EffectDialog } from './effect-dialog';
import { effectWords } from './effect-words';
import { NoticeDialog, noticeKey } from './notice-dialog';
import {
  type Period,
  type Publication,
  type PublicationSearch,
  periods,
  toQuery,
  usePublicationSearch,
} from './use-publication-search';
import { words } from './words';

/** The banners that visitors saw and when, with the evidence for them. */
export default function Publications() {
  const text = useWords(words);
  const search = usePublicationSearch();
  const { cursor } = search.values;
  const query = toQuery(search);
  const publications = useResource(
    'listPublications',
    { query: { ...query, limit: 50, ...(cursor === '' ? {} : { cursor }) } },
    { keepPrevious: true },
  );
  return (
    <Page
      title={text.title}
      intro={
        <>
          {text.intro} <Link href="/places">{text.whichGroup}</Link>
        </>
      }
      actions={<DownloadEvidence search={search} />}
    >
      <ShowFaults error={publications.error} isLive>
        <Filters search={search} />
        <Panel isFlush={(publications.data?.items.length ?? 0) > 0}>
          <Load of={publications} rows={6}>
            {({ items, nextCursor }) =>
              items.length === 0 ? (
                <Empty title={text.nothing}>{text.nothingText}</Empty>
              ) : (
                <>
                  <PublicationTable
                    publications={items}
                    isStale={publications.isPlaceholderData}
                    onShow={(shown) => search.set({ show: noticeKey(shown) })}
                    onCompare={(compared) => search.set({ effect: effectKey(compared) })}
                  />
                  <Pager
                    cursor={cursor}
                    nextCursor={nextCursor}
                    onGo={(next) => search.set({ cursor: next })}
                  />
                </>
              )
            }
          </Load>
        </Panel>
      </ShowFaults>
      <NoticeDialog key={search.values.show} search={search} publications={publications.data?.items ?? []} />
      <EffectDialog
        publication={
          publications.data?.items.find((each) => effectKey(each) === search.values.effect) ?? null
        }
        onClose={() => search.set({ effect: '' })}
      />
    </Page>
  );
}

/** Names a publication in the address. */
const effectKey = ({ complianceGroup, from }: Publication) => `${complianceGroup}.${from}`;

const today = () => new Date().toISOString().slice(0, 10);

function Filters({ search }: { readonly search: PublicationSearch }) {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  const { values, period, set } = search;
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const known = [
    ...Object.keys(groups),
    ...(profiles.data ?? []).flatMap(({ complianceGroup }) => complianceGroup ?? []),
    ...(values.group === '' ? [] : [values.group]),
  ];
  const choose = (next: Period) =>
    set({
      cursor: '',
      on: next === 'day' ? today() : '',
      from: next === 'range' ? `${today().slice(0, 8)}01` : '',
      to: next === 'range' ? today() : '',
    });
  return (
    <div className="form-line">
      <SelectField
        label={text.group}
        value={values.group}
        onChange={(group) => set({ group, cursor: '' })}
        options={[
          { value: '', label: states.all },
          ...[...new Set(known)].map((group) => ({ value: group, label: groups[group] ?? group })),
        ]}
      />
      <SelectField<Period>
        label={text.when}
        value={period}
        onChange={choose}
        options={periods.map((value) => ({ value, label: text.periods[value] }))}
      />
      {period === 'day' && (
        <DateField
          label={text.on}
          value={values.on}
          onChange={(on) => on !== '' && set({ on, cursor: '' }, whileTyping)}
        />
      )}
      {period === 'range' && (
        <DateRangeFields
          range={values}
          onChange={({ from, to }) => from !== '' && to !== '' && set({ from, to, cursor: '' }, whileTyping)}
        />
      )}
    </div>
  );
}

function DownloadEvidence({ search }: { readonly search: PublicationSearch }) {
  const text = useWords(words);
  const { can } = useSession();
  const { complianceGroup = '', at, from, to } = toQuery(search);
  const days = { from: at ?? from, to: at ?? to };
  const query = new URLSearchParams(
    Object.entries(days).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { save, isPending, error } = useDownload(
    `/publications/${encodeURIComponent(complianceGroup)}/evidence?${query}`,
  );
  if (!can('exports:read')) return null;
  if (complianceGroup === '') return <p className="muted">{text.chooseGroup}</p>;
  return (
    <div className="stack tight">
      <Button
        icon="download"
        isPending={isPending}
        isDisabled={isReversed(search.values)}
        onPress={() => save()}
      >
        {text.evidence}
      </Button>
      <ErrorNotice error={error} />
    </div>
  );
}

function PublicationTable({
  publications,
  isStale,
  onShow,
  onCompare,
}: {
  readonly publications: readonly Publication[];
  readonly isStale: boolean;
  readonly onShow: (publication: Publication) => void;
  readonly onCompare: (publication: Publication) => void;
}) {
  const text = useWords(words);
  const effect = useWords(effectWords);
  const { groups } = useSharedWords();
  const { can } = useSession();
  const formats = useFormats();
  const columns: readonly Column<Publication>[] = [
    {
      id: 'banner',
      title: text.banner,
      cell: ({ profileId, profileName, version, variants, requireReconsent, before }) => (
        <>
          {profileName} <span className="muted">v{version}</span>{' '}
          {requireReconsent && <Chip tone="info">{text.askedAgain}</Chip>}{' '}
          <VariantsChip variants={variants} />
          {before !== null && before.profileId !== profileId && (
            <span className="muted small block">{text.replaced(before.profileName)}</span>
          )}
        </>
      ),
    },
    {
      id: 'group',
      title: text.group,
      from: 'medium',
      isBelow: true,
      cell: ({ complianceGroup }) => groups[complianceGroup] ?? complianceGroup,
    },
    {
      id: 'shown',
      title: text.shown,
      isTime: true,
      from: 'medium',
      isBelow: true,
      cell: ({ from, to }) => (
        <>
          {formats.dateTime(from)}
          <span className="block">
            {to === null ? <Chip tone="ok">{text.now}</Chip> : text.until(formats.dateTime(to))}
          </span>
        </>
      ),
    },
    {
      id: 'by',
      title: text.by,
      from: 'medium',
      isBelow: true,
      cell: ({ by, note }) => (
        <>
          {by === null ? text.byService : (by.email ?? by.id)}
          {note !== null && <span className="muted small block">{note}</span>}
        </>
      ),
    },
    {
      id: 'languages',
      title: text.languages,
      from: 'wide',
      cell: ({ locales }) => locales.join(', '),
    },
    {
      id: 'show',
      title: text.show,
      isTitleHidden: true,
      isNumber: true,
      from: 'wide',
      isBelow: true,
      cell: (publication) => (
        <span className="row end">
          <Button
            onPress={() => onShow(publication)}
            aria-label={text.showOf(publication.profileName, publication.version)}
          >
            {text.show}
          </Button>
          {can('stats:read') && (
            <Button
              onPress={() => onCompare(publication)}
              aria-label={effect.showOf(publication.profileName, publication.version)}
            >
              {effect.show}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Table
      label={text.title}
      rows={publications}
      keyOf={({ profileId, version, from }) => `${profileId}.${version}.${from}`}
      columns={columns}
      isStale={isStale}
    />
  );
}
