import { useState } from 'react';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  ActionMenu,
  Button,
  Chip,
  type Column,
  ConfirmDialog,
  Empty,
  ErrorNotice,
  Load,
  Page,
  Panel,
  Table,
  useTell,
} from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { CreateKeyDialog } from './create-key-dialog';
import { words } from './words';

type ApiKey = DataOf<'listApiKeys'>[number];

/** The keys with which the host's own servers call the service. */
export default function ApiKeys() {
  const text = useWords(words);
  const { can } = useSession();
  const keys = useResource('listApiKeys');
  const [isCreating, setCreating] = useState(false);
  const create = can('apikeys:create') && (
    <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Panel isFlush={(keys.data?.length ?? 0) > 0}>
        <Load of={keys}>
          {(list) =>
            list.length === 0 ? <Empty title={text.none}>{text.noneText}</Empty> : <KeyTable keys={list} />
          }
        </Load>
      </Panel>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const { states } = useSharedWords();
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const [reactivated, setReactivated] = useState<ApiKey | null>(null);
  const revoke = useAction('revokeApiKey', ['listApiKeys']);
  const reactivate = useAction('reactivateApiKey', ['listApiKeys']);
  const remove = useAction('deleteApiKey', ['listApiKeys']);
  const tell = useTell();
  const revokeKey = ({ id, name }: ApiKey) =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: () => tell(text.revoked(name), { undo: () => reactivate.mutate({ params: { id } }) }),
      },
    );
  const reactivateKey = ({ id, name }: ApiKey) =>
    reactivate.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          setReactivated(null);
          tell(text.reactivated(name), { undo: () => revoke.mutate({ params: { id } }) });
        },
      },
    );
  const columns: readonly Column<ApiKey>[] = [
    {
      id: 'name',
      title: text.name,
      cell: ({ name, prefix }) => (
        <>
          {name}
          <span className="muted mono small block">{prefix}</span>
        </>
      ),
    },
    { id: 'status', title: text.status, cell: ({ status }) => <StatusChip status={status} /> },
    {
      id: 'used',
      title: text.lastUsed,
      from: 'medium',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? states.never : formats.relative(lastUsedAt)),
    },
    {
      id: 'expires',
      title: text.expires,
      from: 'medium',
      cell: ({ expireBy }) => (expireBy === null ? states.never : formats.dateTime(expireBy)),
    },
    {
      id: 'created',
      title: text.created,
      from: 'wide',
      cell: ({ createdAt }) => formats.date(createdAt),
    },
    {
      id: 'actions',
      title: text.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (key) => (
        <KeyMenu
          apiKey={key}
          onRevoke={() => revokeKey(key)}
          onReactivate={() => setReactivated(key)}
          onDelete={() => setDeleted(key)}
        />
      ),
    },
  ];
  return (
    <>
      <ErrorNotice error={revoke.error ?? (reactivated === null ? reactivate.error : null)} />
      <Table label={text.title} rows={keys} keyOf={({ id }) => id} columns={columns} />
      <ConfirmDialog
        title={text.deleteTitle}
        isOpen={deleted !== null}
        onClose={() => {
          setDeleted(null);
          remove.reset();
        }}
        action={text.deleteAction}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          deleted && remove.mutate({ params: { id: deleted.id } }, { onSuccess: () => setDeleted(null) })
        }
      >
        {text.deleteText(deleted?.name ?? '')}
      </ConfirmDialog>
      <ConfirmDialog
        title={text.reactivateAsk(reactivated?.name ?? '')}
        isOpen={reactivated !== null}
        onClose={() => {
          setReactivated(null);
          reactivate.reset();
        }}
        action={text.reactivate}
        isDangerous={false}
        isPending={reactivate.isPending}
        error={reactivate.error}
        onConfirm={() => reactivated && reactivateKey(reactivated)}
      >
        {text.reactivateText}
      </ConfirmDialog>
    </>
  );
}

const tones = { active: 'ok', revoked: 'neutral', expired: 'warn' } as const;

function StatusChip({ status }: { readonly status: ApiKey['status'] }) {
  return <Chip tone={tones[status]}>{useWords(words).statuses[status]}</Chip>;
}

/** Nothing for users who may do none of it. */
function KeyMenu({
  apiKey: { name, status },
  onRevoke,
  onReactivate,
  onDelete,
}: {
  readonly apiKey: ApiKey;
  readonly onRevoke: () => void;
  readonly onReactivate: () => void;
  readonly onDelete: () => void;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const entries = [
    ...(status === 'active' && can('apikeys:delete')
      ? [{ id: 'revoke', label: text.revoke, icon: 'lock' as const, onAction: onRevoke }]
      : []),
    ...(status !== 'active' && can('apikeys:create')
      ? [{ id: 'reactivate', label: text.reactivate, icon: 'key' as const, onAction: onReactivate }]
      : []),
    ...(can('apikeys:delete')
      ? [
          {
            id: 'delete',
            label: text.deleteAction,
            icon: 'trash' as const,
            isDangerous: true,
            onAction: onDelete,
          },
        ]
      : []),
  ];
  return entries.length === 0 ? null : <ActionMenu label={text.actionsOf(name)} entries={entries} />;
}
