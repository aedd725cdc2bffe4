import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { useAction, useResource } from '../../api/use-resource';
import { Rights } from '../../app/rights';
import { useSession } from '../../app/session';
import {
  Button,
  Chip,
  type Column,
  ErrorNotice,
  Facts,
  Load,
  Page,
  Panel,
  ShowFaults,
  Table,
  TextField,
  useTell,
} from '../../components';
import { config } from '../../config';
import { useFormats, useRoleName, useSharedWords, useWords } from '../../words';
import { rightsWords } from '../../words/rights';
import { OneTimeCodes } from './one-time-codes';
import { words } from './words';

/** Elsewhere the name comes with each sign-in. */
const mayRename = config.mode === 'local';

/** The signed-in user's own account. */
export default function Account() {
  const text = useWords(words);
  const hasSessions = config.mode !== 'jwt' && config.mode !== 'custom';
  return (
    <Page title={text.title}>
      <NamePanel />
      <RightsPanel />
      {config.mode === 'local' && <PasswordPanel />}
      {hasSessions && <OneTimeCodes />}
      {hasSessions && <SessionsPanel />}
    </Page>
  );
}

function NamePanel() {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const formats = useFormats();
  const nameRole = useRoleName();
  const { user } = useSession();
  const tell = useTell();
  const [name, setName] = useState(user.name);
  const update = useAction('updateCurrentUser', ['getCurrentUser', 'listUsers']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ body: { name: name.trim() } }, { onSuccess: () => tell(states.saved) });
  };
  return (
    <Panel title={text.you}>
      <ShowFaults error={update.error}>
        <Form className="stack narrow" onSubmit={submit} validationBehavior="aria">
          {mayRename && (
            <TextField
              label={text.name}
              path="name"
              value={name}
              onChange={setName}
              maxLength={200}
              autoComplete="name"
            />
          )}
          <Facts
            items={[
              ...(mayRename ? [] : [{ name: text.name, value: user.name }]),
              { name: text.email, value: user.email },
              {
                name: text.roles,
                value: user.roles.length === 0 ? states.none : formats.list(user.roles.map(nameRole)),
              },
            ]}
          />
          <ErrorNotice error={update.error} />
          {mayRename && (
            <div className="row">
              <Button
                type="submit"
                isPending={update.isPending}
                isDisabled={name.trim() === '' || name.trim() === user.name}
              >
                {actions.save}
              </Button>
            </div>
          )}
        </Form>
      </ShowFaults>
    </Panel>
  );
}

function RightsPanel() {
  const text = useWords(rightsWords);
  const { user, tenants } = useSession();
  const nameOf = (id: string) => tenants.find((tenant) => tenant.id === id)?.name ?? id;
  return (
    <Panel title={text.title}>
      <Rights permissions={user.permissions} tenants={user.tenants?.map(nameOf) ?? null} />
    </Panel>
  );
}

function PasswordPanel() {
  const text = useWords(words);
  const { user } = useSession();
  const tell = useTell();
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useAction('changePassword', ['listSessions']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { body: { currentPassword, newPassword } },
      {
        onSuccess: () => {
          setCurrentPassword('');
          setNewPassword('');
          tell(text.passwordChanged);
        },
      },
    );
  };
  return (
    <Panel title={text.password}>
      <ShowFaults error={change.error}>
        <Form className="stack narrow" onSubmit={submit} validationBehavior="aria">
          {/* Password managers file the new password under it. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <TextField
            label={text.currentPassword}
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrentPassword}
          />
          <TextField
            label={text.newPassword}
            path="newPassword"
            help={text.passwordHelp}
            type="password"
            autoComplete="new-password"
            value={newPassword}
            onChange={setNewPassword}
          />
          <ErrorNotice error={change.error} />
          <div className="row">
            <Button
              type="submit"
              isPending={change.isPending}
              isDisabled={currentPassword === '' || newPassword === ''}
            >
              {text.changePassword}
            </Button>
          </div>
        </Form>
      </ShowFaults>
    </Panel>
  );
}

function SessionsPanel() {
  const text = useWords(words);
  const formats = useFormats();
  const sessions = useResource('listSessions');
  const end = useAction('endSession', ['listSessions']);
  const endOthers = useAction('endOtherSessions', ['listSessions']);
  type Session = NonNullable<typeof sessions.data>[number];
  const columns: readonly Column<Session>[] = [
    {
      id: 'since',
      title: text.since,
      cell: ({ createdAt, current }) => (
        <>
          {formats.dateTime(createdAt)} {current && <Chip tone="ok">{text.thisOne}</Chip>}
        </>
      ),
    },
    {
      id: 'active',
      title: text.lastActive,
      isTime: true,
      cell: ({ refreshedAt, current }) => (current ? text.now : formats.relative(refreshedAt)),
    },
    {
      id: 'ends',
      title: text.ends,
      from: 'medium',
      cell: ({ endsAt }) => formats.dateTime(endsAt),
    },
    {
      id: 'end',
      title: text.end,
      isTitleHidden: true,
      isNumber: true,
      cell: ({ id, current, createdAt }) =>
        !current && (
          <Button
            aria-label={text.endOf(formats.dateTime(createdAt))}
            onPress={() => end.mutate({ params: { id } })}
          >
            {text.end}
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title={text.sessions}
      isFlush
      actions={
        (sessions.data?.length ?? 0) > 1 && (
          <Button isPending={endOthers.isPending} onPress={() => endOthers.mutate({})}>
            {text.endOthers}
          </Button>
        )
      }
    >
      <ErrorNotice error={end.error ?? endOthers.error} />
      <Load of={sessions} rows={2}>
        {(list) => <Table label={text.sessions} rows={list} keyOf={({ id }) => id} columns={columns} />}
      </Load>
    </Panel>
  );
}
