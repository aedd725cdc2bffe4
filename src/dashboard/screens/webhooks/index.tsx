import { useState } from 'react';
import { useAction, useResource } from '../../api/use-resource';
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
  SecretDialog,
  useTell,
} from '../../components';
import { List, type ListColumn } from '../../list';
import { useFormats, useSharedWords, useWords } from '../../words';
import { CreateWebhookDialog, EditWebhookDialog, type Webhook } from './webhook-dialogs';
import { words } from './words';

/** Number of messages up to which the service counts. */
const maxCounted = 10_000;

/** The servers that hear of decisions and publications. */
export default function Webhooks() {
  const text = useWords(words);
  const { can } = useSession();
  const webhooks = useResource('listWebhooks');
  const mayCreate = can('webhooks:create') && can('consents:read');
  const [isCreating, setCreating] = useOpened(mayCreate);
  const create = mayCreate && (
    <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
      {text.create}
    </Button>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Load of={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Panel>
              <Empty title={text.none}>{text.noneText}</Empty>
            </Panel>
          ) : (
            <WebhookTable webhooks={list} />
          )
        }
      </Load>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const { states } = useSharedWords();
  const [edited, setEdited] = useState<Webhook | null>(null);
  const [rotated, setRotated] = useState<Webhook | null>(null);
  const [deleted, setDeleted] = useState<Webhook | null>(null);
  const update = useAction('updateWebhook', ['listWebhooks']);
  const test = useAction('testWebhook', ['listWebhooks']);
  const replay = useAction('replayWebhook', ['listWebhooks']);
  const rotate = useAction('rotateWebhookSecret', ['listWebhooks']);
  const remove = useAction('deleteWebhook', ['listWebhooks']);
  const tell = useTell();
  const reasonText = useReason();

  const turn = ({ id, name }: Webhook, enabled: boolean) =>
    update.mutate(
      { params: { id }, body: { enabled } },
      { onSuccess: () => tell(enabled ? text.isOn(name) : text.isOff(name)) },
    );
  const sendTest = ({ id, name }: Webhook) =>
    test.mutate(
      { params: { id } },
      {
        onSuccess: ({ data: { delivered, status, error } }) =>
          tell(delivered ? text.testPassed(name, status ?? 0) : text.testFailed(name, reasonText(error))),
      },
    );
  const sendAgain = ({ id }: Webhook) =>
    replay.mutate(
      { params: { id } },
      { onSuccess: ({ data }) => tell(text.replayed(formats.number(data.replayed))) },
    );

  const count = (messages: number) => `${formats.number(messages)}${messages >= maxCounted ? '+' : ''}`;
  const columns: readonly ListColumn<Webhook>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: ({ name }) => name,
      cell: ({ name, url }) => (
        <>
          {name}
          <span className="muted mono small block">{new URL(url).host}</span>
        </>
      ),
    },
    { id: 'status', title: text.status, cell: (webhook) => <Status webhook={webhook} /> },
    {
      id: 'messages',
      title: text.messages,
      from: 'medium',
      orderBy: ({ waiting, dead }) => waiting + dead,
      cell: ({ waiting, dead }) => text.counts(count(waiting), count(dead)),
    },
    {
      id: 'success',
      title: text.lastSuccess,
      from: 'wide',
      orderBy: ({ lastSuccessAt }) => lastSuccessAt,
      cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? states.never : formats.relative(lastSuccessAt)),
    },
    {
      id: 'actions',
      title: text.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (webhook) => (
        <WebhookMenu
          webhook={webhook}
          onTest={() => sendTest(webhook)}
          onReplay={() => sendAgain(webhook)}
          onEdit={() => setEdited(webhook)}
          onTurn={() => turn(webhook, !webhook.enabled)}
          onRotate={() => setRotated(webhook)}
          onDelete={() => setDeleted(webhook)}
        />
      ),
    },
  ];

  return (
    <>
      <ErrorNotice error={update.error ?? test.error ?? replay.error} />
      <List
        label={text.title}
        rows={webhooks}
        keyOf={({ id }) => id}
        columns={columns}
        textOf={({ name, url }) => `${name} ${url}`}
        filters={[
          {
            id: 'status',
            label: text.status,
            options: (['works', 'unused', 'fails', 'off'] as const).map((value) => ({
              value,
              label: text[value],
            })),
            has: (webhook, status) => statusOf(webhook) === status,
          },
        ]}
      />
      {edited !== null && <EditWebhookDialog webhook={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        title={text.rotateTitle(rotated?.name ?? '')}
        isOpen={rotated !== null}
        onClose={() => setRotated(null)}
        action={text.rotate}
        isDangerous={false}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() =>
          rotated && rotate.mutate({ params: { id: rotated.id } }, { onSuccess: () => setRotated(null) })
        }
      >
        {text.rotateText}
      </ConfirmDialog>
      {rotate.data !== undefined && (
        <SecretDialog
          title={text.secretOf(rotate.data.data.name)}
          label={text.secret}
          secret={rotate.data.data.secret}
          text={text}
          onClose={() => rotate.reset()}
        />
      )}
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
    </>
  );
}

/** Returns the function that puts the reason of a failure into words; statuses stay as they are. */
function useReason() {
  const { reasons } = useWords(words);
  return (error: string | null) => reasons[error ?? ''] ?? error ?? '';
}

function statusOf({ enabled, failingSince, lastSuccessAt }: Webhook): 'works' | 'unused' | 'fails' | 'off' {
  if (!enabled) return 'off';
  if (failingSince !== null) return 'fails';
  return lastSuccessAt === null ? 'unused' : 'works';
}

const tones = { works: 'ok', unused: 'neutral', fails: 'danger', off: 'neutral' } as const;

function Status({ webhook }: { readonly webhook: Webhook }) {
  const text = useWords(words);
  const formats = useFormats();
  const reasonText = useReason();
  const { enabled, failingSince, lastError, lostAt } = webhook;
  const status = statusOf(webhook);
  return (
    <>
      <Chip tone={tones[status]}>{text[status]}</Chip>
      {enabled && failingSince !== null && (
        <span className="muted small block">
          {text.failing(formats.dateTime(failingSince), reasonText(lastError))}
        </span>
      )}
      {lostAt !== null && <span className="muted small block">{text.lost(formats.relative(lostAt))}</span>}
    </>
  );
}

/** Not shown to users who can do none of this. */
function WebhookMenu({
  webhook: { name, enabled, waiting, dead },
  onTest,
  onReplay,
  onEdit,
  onTurn,
  onRotate,
  onDelete,
}: {
  readonly webhook: Webhook;
  readonly onTest: () => void;
  readonly onReplay: () => void;
  readonly onEdit: () => void;
  readonly onTurn: () => void;
  readonly onRotate: () => void;
  readonly onDelete: () => void;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const mayUpdate = can('webhooks:update');
  const mayEdit = mayUpdate && can('consents:read');
  const entries = [
    ...(mayUpdate ? [{ id: 'test', label: text.test, icon: 'right' as const, onAction: onTest }] : []),
    ...(mayUpdate && waiting + dead > 0
      ? [{ id: 'replay', label: text.replay, icon: 'up' as const, onAction: onReplay }]
      : []),
    ...(mayEdit
      ? [
          { id: 'edit', label: text.edit, icon: 'edit' as const, onAction: onEdit },
          {
            id: 'turn',
            label: enabled ? text.turnOff : text.turnOn,
            icon: 'lock' as const,
            onAction: onTurn,
          },
          { id: 'rotate', label: text.rotate, icon: 'key' as const, onAction: onRotate },
        ]
      : []),
    ...(can('webhooks:delete')
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
