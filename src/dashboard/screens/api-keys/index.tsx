import { useState } from 'react';
import { type DataOf, useAction, useResource, useUndo } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import {
  ActionMenu,
  Button,
  Chip,
  ConfirmDialog,
  Empty,
  ErrorNotice,
  Load,
  Page,
  Panel,
  useTell,
} from '../../components';
import { List, type ListColumn } from '../../list';
import { useFormats, useSharedWords, useWords } from '../../words';
import { CreateKeyDialog } from './create-key-dialog';
import { KeyRightsDialog } from './key-rights-dialog';
import { rightsWithoutScopes } from './scopes';
import { words } from './words';

type ApiKey = DataOf<'listApiKeys'>[number];

/** The keys with which the host's own servers call the service. */
export default function ApiKeys() {
  const text = useWords(words);
  const { can } = useSession();
  const keys = useResource('listApiKeys');
  const mayCreate = can('apikeys:create');
  const [isCreating, setCreating] = useOpened(mayCreate);
  const create = mayCreate && (
    <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Load of={keys}>
        {(list) =>
          list.length === 0 ? (
            <Panel>
              <Empty title={text.none}>{text.noneText}</Empty>
            </Panel>
          ) : (
            <KeyTable keys={list} />
          )
        }
      </Load>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const { states } = useSharedWords();
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [reactivated, setReactivated] = useState<ApiKey | null>(null);
  const [shown, setShown] = useState<ApiKey | null>(null);
  const revoke = useAction('revokeApiKey', ['listApiKeys']);
  const reactivate = useAction('reactivateApiKey', ['listApiKeys']);
  const remove = useAction('deleteApiKey', ['listApiKeys']);
  const tell = useTell();
  const revokeAgain = useUndo('revokeApiKey', ['listApiKeys']);
  const reactivateAgain = useUndo('reactivateApiKey', ['listApiKeys']);
  const { can } = useSession();
  /** Nobody gives a key more than they may do themselves. */
  const mayReactivate = ({ scopes }: ApiKey) =>
    can('apikeys:create') && (scopes ?? rightsWithoutScopes).every(can);
  const revokeKey = (key: ApiKey) => {
    const params = { id: key.id };
    revoke.mutate(
      { params },
      {
        onSuccess: () => {
          setRevoked(null);
          tell(text.revoked(key.name), mayReactivate(key) ? { undo: () => reactivateAgain({ params }) } : {});
        },
      },
    );
  };
  const reactivateKey = ({ id, name }: ApiKey) => {
    const params = { id };
    reactivate.mutate(
      { params },
      {
        onSuccess: () => {
          setReactivated(null);
          tell(text.reactivated(name), can('apikeys:delete') ? { undo: () => revokeAgain({ params }) } : {});
        },
      },
    );
  };
  const columns: readonly ListColumn<ApiKey>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: ({ name }) => name,
      cell: ({ name, prefix }) => (
        <>
          {name}
          <span className="muted mono small block">{prefix}</span>
        </>
      ),
    },
    {
      id: 'rights',
      title: text.rights,
      from: 'medium',
      isBelow: true,
      cell: (key) => <KeyRights apiKey={key} />,
    },
    { id: 'status', title: text.status, cell: ({ status }) => <StatusChip status={status} /> },
    {
      id: 'used',
      title: text.lastUsed,
      isTime: true,
      from: 'medium',
      isBelow: true,
      orderBy: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? states.never : formats.relative(lastUsedAt)),
    },
    {
      id: 'expires',
      title: text.expires,
      isTime: true,
      from: 'medium',
      isBelow: true,
      orderBy: ({ expireBy }) => expireBy,
      cell: ({ expireBy }) => (expireBy === null ? states.never : formats.dateTime(expireBy)),
    },
    {
      id: 'created',
      title: text.created,
      isTime: true,
      from: 'wide',
      orderBy: ({ createdAt }) => createdAt,
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
          onShow={() => setShown(key)}
          onRevoke={() => (mayReactivate(key) ? revokeKey(key) : setRevoked(key))}
          onReactivate={() => setReactivated(key)}
          onDelete={() => setDeleted(key)}
        />
      ),
    },
  ];
  return (
    <>
      <ErrorNotice error={revoked === null ? revoke.error : null} />
      <List
        label={text.title}
        rows={keys}
        keyOf={({ id }) => id}
        columns={columns}
        textOf={({ name, prefix }) => `${name} ${prefix}`}
        filters={[
          {
            id: 'status',
            label: text.status,
            options: (['active', 'revoked', 'expired'] as const).map((value) => ({
              value,
              label: text.statuses[value],
            })),
            has: ({ status }, wanted) => status === wanted,
          },
        ]}
      />
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
        title={text.revokeAsk(revoked?.name ?? '')}
        isOpen={revoked !== null}
        onClose={() => {
          setRevoked(null);
          revoke.reset();
        }}
        action={text.revoke}
        isPending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoked && revokeKey(revoked)}
      >
        {text.revokeText}
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
        {reactivated?.scopes ? text.reactivateScopes : text.reactivateText}
      </ConfirmDialog>
      {shown !== null && <KeyRightsDialog of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const tones = { active: 'ok', revoked: 'neutral', expired: 'warn' } as const;

function StatusChip({ status }: { readonly status: ApiKey['status'] }) {
  return <Chip tone={tones[status]}>{useWords(words).statuses[status]}</Chip>;
}

/** How much a key may do; its dialog says what. */
function KeyRights({ apiKey: { scopes, withheld, restsFrom } }: { readonly apiKey: ApiKey }) {
  const text = useWords(words);
  const rests = restsFrom !== null && Date.parse(restsFrom) <= Date.now();
  if (scopes === null) return text.wholePublicApi;
  return (
    <>
      {text.scopeCount(scopes.length - withheld.length)}{' '}
      {withheld.length > 0 && <Chip tone="warn">{rests ? text.rests : text.reduced}</Chip>}
    </>
  );
}

function KeyMenu({
  apiKey: { name, status },
  onShow,
  onRevoke,
  onReactivate,
  onDelete,
}: {
  readonly apiKey: ApiKey;
  readonly onShow: () => void;
  readonly onRevoke: () => void;
  readonly onReactivate: () => void;
  readonly onDelete: () => void;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const entries = [
    { id: 'rights', label: text.showRights, icon: 'list' as const, onAction: onShow },
    ...(status === 'active' && can('apikeys:delete')
      ? [{ id: 'revoke', label: text.revoke, icon: 'lock' as const, onAction: onRevoke }]
      : []),
    ...(status !== 'active' && can('apikeys:create')
      ? [
          {
            id: 'reactivate',
            label: text.reactivate,
            icon: 'key' as const,
            onAction: onReactivate,
          },
        ]
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
  return <ActionMenu label={text.actionsOf(name)} entries={entries} />;
}
