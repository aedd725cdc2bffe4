import { Link } from 'wouter';
import { useSession } from '../../app/session';
import { Button, Dialog, Facts, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { Entry } from './entry';
import { Resource, useActionName, useChangeName } from './entry-names';
import { words } from './words';

/** One entry with everything that it records. */
export function EntryDialog({
  entry,
  onClose,
  onNarrow,
}: {
  readonly entry: Entry | null;
  readonly onClose: () => void;
  /** Narrows the list to entries of the same action, or of the same person. */
  readonly onNarrow: (to: { readonly action: string } | { readonly user: string }) => void;
}) {
  const text = useWords(words);
  const nameOf = useActionName();
  const { can } = useSession();
  const userId = entry?.userId ?? null;
  const certificate = entry?.changes.certificate;
  const narrow = entry !== null && (
    <>
      {userId !== null && <Button onPress={() => onNarrow({ user: userId })}>{text.sameUser}</Button>}
      {typeof certificate === 'string' && can('erasures:read') && (
        <Link href={`/erasures?id=${encodeURIComponent(certificate)}`}>{text.certificate}</Link>
      )}
      <Button onPress={() => onNarrow({ action: entry.action })}>{text.sameAction}</Button>
    </>
  );
  return (
    <Dialog
      title={entry === null ? '' : nameOf(entry.action)}
      size="large"
      isOpen={entry !== null}
      onClose={onClose}
      footer={narrow}
    >
      {entry !== null && <EntryFacts entry={entry} />}
    </Dialog>
  );
}

function EntryFacts({ entry }: { readonly entry: Entry }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { createdAt, userEmail, userId, resourceType, resourceId, requestId, sequence, hash, previousHash } =
    entry;
  const mono = (value: string) => <span className="mono">{value}</span>;
  return (
    <>
      <Facts
        items={[
          { name: text.time, value: formats.dateTime(createdAt) },
          { name: text.by, value: userEmail ?? userId ?? text.noUser },
          {
            name: text.about,
            value: (
              <>
                {text.types[resourceType] ?? resourceType} <Resource entry={entry} />
                {resourceId !== null && <span className="muted mono block">{resourceId}</span>}
              </>
            ),
          },
          { name: text.code, value: mono(entry.action) },
          { name: text.request, value: requestId === null ? states.none : mono(requestId) },
        ]}
      />
      <Changes changes={entry.changes} />
      <Facts
        items={[
          { name: text.sequence, value: formats.number(sequence) },
          { name: text.hash, value: mono(hash) },
          { name: text.previousHash, value: mono(previousHash) },
        ]}
      />
    </>
  );
}

function Changes({ changes }: { readonly changes: Entry['changes'] }) {
  const text = useWords(words);
  const nameOf = useChangeName();
  const { states } = useSharedWords();
  const asText = (value: unknown) => {
    if (typeof value === 'boolean') return value ? states.yes : states.no;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const rows = Object.entries(changes).map(([field, change]) => ({ field, change }));
  if (rows.length === 0) return null;
  return (
    <Table
      label={text.changes}
      rows={rows}
      keyOf={({ field }) => field}
      columns={[
        { id: 'field', title: text.field, cell: ({ field }) => nameOf(field) },
        {
          id: 'change',
          title: text.changes,
          cell: ({ change }) =>
            isDifference(change) ? (
              <>
                {change.before !== null && <del className="block">{asText(change.before)}</del>}
                {change.after !== null && <ins className="block">{asText(change.after)}</ins>}
              </>
            ) : (
              asText(change)
            ),
        },
      ]}
    />
  );
}

const isDifference = (change: unknown): change is { readonly before: unknown; readonly after: unknown } =>
  typeof change === 'object' && change !== null && 'before' in change && 'after' in change;
