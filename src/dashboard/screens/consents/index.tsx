import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { BannerField } from '../../app/banner-field';
import { useAddress, whileTyping, withoutBlanks } from '../../app/use-address';
import {
  Button,
  Chip,
  type Column,
  DateRangeFields,
  Empty,
  Load,
  Page,
  Pager,
  Panel,
  SearchedFrom,
  SearchForm,
  ShowFaults,
  Table,
} from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { DecisionChips } from './decision-chips';
import { findVisitor } from './find-visitor';
import { Found, useFound } from './found';
import { factNames, MoreFilters } from './more-filters';
import { words } from './words';

type Consent = DataOf<'listConsents'>['items'][number];

const names = ['q', 'profile', 'from', 'to', ...factNames, 'cursor'] as const;

/** The records of visitors' decisions, the newest first. */
export default function Consents() {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const [, go] = useLocation();
  const { values, set } = useAddress(names);
  const { q, profile, from, to, cursor, ...facts } = values;
  const consents = useResource(
    'listConsents',
    {
      query: {
        limit: 25,
        ...withoutBlanks({ q, profileId: profile, from, to, ...facts, cursor }),
      },
    },
    { keepPrevious: true },
  );
  const searches = useRef(0);
  useEffect(
    () => () => {
      searches.current += 1;
    },
    [],
  );
  const search = async (next: string) => {
    searches.current += 1;
    const own = searches.current;
    const found = await findVisitor(next);
    // The operator has searched again or has left.
    if (own !== searches.current) return;
    if (found === null) set({ q: next, cursor: '' });
    else go(`/visitors/${encodeURIComponent(found)}`);
  };
  const found = useFound(q);
  // The list need not say that it has no consent: what was found says more.
  const isFound = found.isLoading || (found.data?.length ?? 0) > 0;
  const isFiltered = Object.entries(values).some(([name, value]) => name !== 'cursor' && value !== '');
  const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])));
  return (
    <Page
      title={text.title}
      intro={text.intro}
      status={
        consents.data && (
          <span className="muted">
            {text.count(
              consents.data.total,
              `${formats.number(consents.data.total)}${consents.data.totalIsMinimum ? '+' : ''}`,
            )}
          </span>
        )
      }
    >
      <ShowFaults error={consents.error} isLive>
        <div className="form-line">
          <SearchForm label={text.search} help={text.searchHelp} value={q} onSearch={search} />
          <BannerField value={profile} onChange={(next) => set({ profile: next, cursor: '' })} />
          <DateRangeFields
            range={{ from, to }}
            onChange={(range) => set({ ...range, cursor: '' }, whileTyping)}
          />
        </div>
        <MoreFilters facts={facts} onChange={(change) => set({ ...change, cursor: '' })} />
        {q !== '' && <Found id={q} />}
        {!(isFound && consents.data?.items.length === 0) && (
          <Panel isFlush={(consents.data?.items.length ?? 0) > 0}>
            <Load of={consents} rows={8}>
              {({ items, nextCursor, searchedFrom }) => (
                <>
                  {items.length === 0 ? (
                    <Empty
                      title={isFiltered ? text.noMatch : text.none}
                      action={isFiltered && <Button onPress={clear}>{actions.clearFilters}</Button>}
                    >
                      {!isFiltered && text.noneText}
                    </Empty>
                  ) : (
                    <ConsentTable consents={items} isStale={consents.isPlaceholderData} />
                  )}
                  <SearchedFrom time={searchedFrom} onGoOn={(next) => set({ to: next, cursor: '' })} />
                  <Pager cursor={cursor} nextCursor={nextCursor} onGo={(next) => set({ cursor: next })} />
                </>
              )}
            </Load>
          </Panel>
        )}
      </ShowFaults>
    </Page>
  );
}

function ConsentTable({
  consents,
  isStale,
}: {
  readonly consents: readonly Consent[];
  readonly isStale: boolean;
}) {
  const text = useWords(words);
  const { banner } = useSharedWords();
  const formats = useFormats();
  const columns: readonly Column<Consent>[] = [
    {
      id: 'visitor',
      title: text.visitor,
      cell: ({ visitorId, updatedAt }) => (
        <>
          <Link href={`/visitors/${encodeURIComponent(visitorId)}`} className="mono">
            {shortId(visitorId)}
          </Link>
          <span className="muted small block">{formats.dateTime(updatedAt)}</span>
        </>
      ),
    },
    {
      id: 'decision',
      title: text.decision,
      cell: ({ consentJson, profileId, gpcDetected }) => (
        <span className="row">
          <DecisionChips decision={consentJson} profileId={profileId} />
          {gpcDetected && <Chip tone="info">GPC</Chip>}
        </span>
      ),
    },
    {
      id: 'how',
      title: text.how,
      from: 'wide',
      isBelow: true,
      cell: ({ method, by, source }) =>
        (method === undefined ? text.sources[source] : text.methods[method]) +
        (by === 'apiKey' ? ` (${text.server})` : ''),
    },
    {
      id: 'language',
      title: text.language,
      from: 'wide',
      isBelow: true,
      cell: ({ locale }) => formats.language(locale),
    },
    {
      id: 'banner',
      title: banner,
      from: 'medium',
      cell: ({ profileId, profileName, profileVersion }) =>
        text.bannerVersion(profileName ?? profileId, profileVersion),
    },
  ];
  return (
    <Table label={text.title} rows={consents} keyOf={({ id }) => id} columns={columns} isStale={isStale} />
  );
}

/** Ids are long, and their ends differ most. */
const shortId = (id: string) => (id.length <= 16 ? id : `${id.slice(0, 4)}…${id.slice(-8)}`);
