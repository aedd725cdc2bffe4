import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { isApiError } from '../../../api/errors';
import { type DataOf, useAction, useInvalidate, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, Chip, ConfirmDialog, Load, Panel, useTell } from '../../../components';
import { ListBody, ListFields, useList } from '../../../list';
import { useFormats, useWords } from '../../../words';
import { VariantsChip } from '../variants/variants-chip';
import { CompareDialog } from './compare-dialog';
import { words } from './words';

type Profile = DataOf<'getProfile'>;
type Version = DataOf<'listProfileVersions'>[number];

/** The history of a banner: who saved which version, and when visitors got it. */
export function Versions({ profile }: { readonly profile: Profile }) {
  const text = useWords(words);
  const versions = useResource('listProfileVersions', { params: { id: profile.id } });
  const [older, setOlder] = useState<Version | null>(null);
  const [search, setSearch] = useSearchParams();
  const [from, to] = (search.get('compare') ?? '').split('-').map(Number);
  const compare = (next: readonly [number, number] | null) =>
    setSearch((now) => {
      const then = new URLSearchParams(now);
      if (next === null) then.delete('compare');
      else then.set('compare', next.join('-'));
      return then;
    });
  return (
    <Panel title={text.versions} isFlush>
      <Load of={versions} rows={6}>
        {(list) => (
          <>
            <Timeline profile={profile} versions={list} onCompare={compare} onRollBack={setOlder} />
            {from && to ? (
              <CompareDialog
                id={profile.id}
                versions={list}
                from={from}
                to={to}
                onChoose={(a, b) => compare([a, b])}
                onClose={() => compare(null)}
              />
            ) : null}
          </>
        )}
      </Load>
      {older && <RollBackDialog profile={profile} version={older} onClose={() => setOlder(null)} />}
    </Panel>
  );
}

const noOrders = {};

function Timeline({
  profile,
  versions,
  onCompare,
  onRollBack,
}: {
  readonly profile: Profile;
  readonly versions: readonly Version[];
  readonly onCompare: (versions: readonly [number, number]) => void;
  readonly onRollBack: (version: Version) => void;
}) {
  const text = useWords(words);
  const list = useList({
    rows: versions,
    orders: noOrders,
    textOf: ({ version, note, createdBy, livePeriods }) =>
      [
        text.version(version),
        note,
        createdBy?.email,
        ...livePeriods.flatMap((period) => [period.note, period.by?.email]),
      ].join(' '),
    filters: [
      {
        id: 'live',
        label: text.shownToVisitors,
        options: [
          { value: 'yes', label: text.wasLive },
          { value: 'no', label: text.neverLive },
        ],
        has: ({ livePeriods }, live) => livePeriods.length > 0 === (live === 'yes'),
      },
    ],
  });
  return (
    <>
      {(versions.length > 1 || list.isNarrowed) && (
        <div className="panel-body">
          <ListFields list={list} />
        </div>
      )}
      <ListBody list={list}>
        <ol className="timeline">
          {list.shown.map((version) => (
            <VersionEntry
              key={version.version}
              profileId={profile.id}
              version={version}
              isCurrent={version.version === profile.version}
              other={otherVersion(version.version, versions)}
              onCompare={onCompare}
              onRollBack={() => onRollBack(version)}
            />
          ))}
        </ol>
      </ListBody>
    </>
  );
}

/** Returns the version to compare with: the live one, else the one before. */
function otherVersion(version: number, list: readonly Version[]): number | null {
  const live = list.find(({ published }) => published)?.version;
  if (live !== undefined && live !== version) return live;
  return list.find((entry) => entry.version < version)?.version ?? null;
}

function VersionEntry({
  profileId,
  version,
  isCurrent,
  other,
  onCompare,
  onRollBack,
}: {
  readonly profileId: string;
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly other: number | null;
  readonly onCompare: (versions: readonly [number, number]) => void;
  readonly onRollBack: () => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { can } = useSession();
  const { version: number, createdAt, createdBy, note, livePeriods, requireReconsent, variants } = version;
  return (
    <li className="timeline-entry">
      <div className="grow stack tight">
        <p className="row">
          <span className="strong">{text.version(number)}</span>
          {version.published && <Chip tone="ok">{text.live}</Chip>}
          {requireReconsent && <Chip tone="info">{text.asksAgain}</Chip>}
          {variants.length > 0 && (
            <Link href={`/banners/${profileId}/variants`}>
              <VariantsChip variants={variants} />
            </Link>
          )}
          <span className="muted">
            {text.savedBy(formats.dateTime(createdAt), createdBy?.email ?? createdBy?.id ?? null)}
          </span>
        </p>
        {note !== null && <p>{note}</p>}
        {livePeriods.map((period) => (
          <LivePeriod key={period.from} period={period} savedWith={note} />
        ))}
      </div>
      <div className="row">
        {other !== null && (
          <Button
            onPress={() => onCompare(other < number ? [other, number] : [number, other])}
            aria-label={`${text.compareWith(other)}: ${text.version(number)}`}
          >
            {text.compareWith(other)}
          </Button>
        )}
        {!isCurrent && can('profiles:update') && (
          <Button onPress={onRollBack} aria-label={`${text.rollBack}: ${text.version(number)}`}>
            {text.rollBack}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A time during which visitors got a version, with the note of its publication unless the version was saved with the same. */
function LivePeriod({
  period: { from, to, by: person, note },
  savedWith,
}: {
  readonly period: Version['livePeriods'][number];
  readonly savedWith: string | null;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const by = person?.email ?? person?.id ?? null;
  return (
    <>
      <p className="muted">
        {to === null
          ? text.liveSince(formats.dateTime(from), by)
          : text.liveBetween(formats.dateTime(from), formats.dateTime(to), by)}
      </p>
      {note !== null && note !== savedWith && <p className="muted">{note}</p>}
    </>
  );
}

const rollBackLists = ['getProfile', 'listProfileVersions', 'listProfiles'] as const;

function RollBackDialog({
  profile,
  version,
  onClose,
}: {
  readonly profile: Profile;
  readonly version: Version;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const tell = useTell();
  const rollBack = useAction('rollbackProfile', rollBackLists);
  const invalidate = useInvalidate();
  // Others can save while the dialog is open.
  const [seen, setSeen] = useState(profile.version);
  const number = version.version;
  const formats = useFormats();
  const others = (version.variants ?? []).map(({ id }) => id).filter((id) => id !== 'A');
  return (
    <ConfirmDialog
      title={text.rollBackTo(number)}
      isOpen
      onClose={onClose}
      action={text.rollBackAction}
      isDangerous={false}
      isPending={rollBack.isPending}
      error={rollBack.error}
      onConfirm={() =>
        rollBack.mutate(
          { params: { id: profile.id }, body: { version: number }, ifMatch: `"${seen}"` },
          {
            onSuccess: () => {
              tell(text.rolledBack(number));
              onClose();
            },
            onError: (error) => {
              if (!isApiError(error, 'version_conflict')) return;
              // An operator who confirms after this message has read that there is a newer version.
              setSeen(error.body.version ?? seen);
              void invalidate(...rollBackLists);
            },
          },
        )
      }
    >
      {text.rollBackText(number, seen + 1)}
      {others.length > 0 && ` ${text.rollBackOnlyA(number, formats.list(others))}`}
    </ConfirmDialog>
  );
}
