import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type DataOf, useAction, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, Chip, ConfirmDialog, Load, Panel, useTell } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { CompareDialog } from './compare-dialog';
import { words } from './words';

type Profile = DataOf<'getProfile'>;
type Version = DataOf<'listProfileVersions'>[number];

const pageSize = 30;

/** The time line of a banner: who saved what, and when visitors got it. */
export function Versions({ profile }: { readonly profile: Profile }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const versions = useResource('listProfileVersions', { params: { id: profile.id } });
  const [shown, setShown] = useState(pageSize);
  const [older, setOlder] = useState<Version | null>(null);
  const [search, setSearch] = useSearchParams();
  const [from, to] = (search.get('compare') ?? '').split('-').map(Number);
  const compare = (next: readonly [number, number] | null) =>
    setSearch(next === null ? {} : { compare: next.join('-') });
  return (
    <Panel title={text.versions} isFlush>
      <Load of={versions} rows={6}>
        {(list) => (
          <>
            <ol className="timeline">
              {list.slice(0, shown).map((version) => (
                <VersionEntry
                  key={version.version}
                  version={version}
                  isCurrent={version.version === profile.version}
                  other={otherVersion(version.version, list)}
                  onCompare={compare}
                  onRollBack={() => setOlder(version)}
                />
              ))}
            </ol>
            {list.length > shown && (
              <div className="pager">
                <Button onPress={() => setShown(shown + pageSize)}>{actions.older}</Button>
              </div>
            )}
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
      <RollBackDialog profile={profile} version={older} onClose={() => setOlder(null)} />
    </Panel>
  );
}

/** Returns what to compare a version with: the live one, else the one before. */
function otherVersion(version: number, list: readonly Version[]): number | null {
  const live = list.find(({ published }) => published)?.version;
  if (live !== undefined && live !== version) return live;
  return list.find((entry) => entry.version < version)?.version ?? null;
}

function VersionEntry({
  version,
  isCurrent,
  other,
  onCompare,
  onRollBack,
}: {
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly other: number | null;
  readonly onCompare: (versions: readonly [number, number]) => void;
  readonly onRollBack: () => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { can } = useSession();
  const { version: number, createdAt, createdBy, note, publishNote, requireReconsent } = version;
  return (
    <li className="timeline-entry">
      <div className="grow stack tight">
        <p className="row">
          <span className="strong">{text.version(number)}</span>
          {version.published && <Chip tone="ok">{text.live}</Chip>}
          {requireReconsent && <Chip tone="info">{text.asksAgain}</Chip>}
          <span className="muted">
            {text.savedBy(formats.dateTime(createdAt), createdBy?.email ?? createdBy?.id ?? null)}
          </span>
        </p>
        {note !== null && <p>{note}</p>}
        <LiveTimes version={version} />
        {publishNote !== null && publishNote !== note && <p className="muted">{publishNote}</p>}
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

function LiveTimes({ version: { liveFrom, liveTo, publishedBy } }: { readonly version: Version }) {
  const text = useWords(words);
  const formats = useFormats();
  if (liveFrom === null) return null;
  const by = publishedBy?.email ?? publishedBy?.id ?? null;
  return (
    <p className="muted">
      {liveTo === null
        ? text.liveSince(formats.dateTime(liveFrom), by)
        : text.liveBetween(formats.dateTime(liveFrom), formats.dateTime(liveTo), by)}
    </p>
  );
}

function RollBackDialog({
  profile,
  version,
  onClose,
}: {
  readonly profile: Profile;
  readonly version: Version | null;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const tell = useTell();
  const rollBack = useAction('rollbackProfile', ['getProfile', 'listProfileVersions', 'listProfiles']);
  const number = version?.version ?? 0;
  const next = profile.version + 1;
  return (
    <ConfirmDialog
      title={text.rollBackTo(number)}
      isOpen={version !== null}
      onClose={() => {
        rollBack.reset();
        onClose();
      }}
      action={text.rollBackAction}
      isDangerous={false}
      isPending={rollBack.isPending}
      error={rollBack.error}
      onConfirm={() =>
        rollBack.mutate(
          { params: { id: profile.id }, body: { version: number } },
          {
            onSuccess: () => {
              tell(text.rolledBack(number));
              onClose();
            },
          },
        )
      }
    >
      {text.rollBackText(number, next)}
    </ConfirmDialog>
  );
}
