import { useState } from 'react';
import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Chip, type Column, Load, Page, Panel, Table } from '../../components';
import { config } from '../../config';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { User } from './account';
import { InviteDialog } from './invite-dialog';
import { words } from './words';

/** Everybody who can sign in. */
export default function People() {
  const text = useWords(words);
  const { can } = useSession();
  const users = useResource('listUsers');
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title={text.title}
      intro={text.intro[config.mode]}
      actions={
        // Users of a provider or of the host appear when they first sign in.
        config.mode === 'local' &&
        can('users:create') && (
          <Button variant="primary" icon="add" onPress={() => setInviting(true)}>
            {text.invite}
          </Button>
        )
      }
    >
      <Panel isFlush>
        <Load of={users}>{(list) => <UserTable users={list} />}</Load>
      </Panel>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const { states } = useSharedWords();
  const { user: self } = useSession();
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      title: text.name,
      cell: ({ id, name, email }) => (
        <>
          <Link href={`/people/${id}`}>{name}</Link>
          {id === self.id && <span className="muted"> ({text.you})</span>}
          <span className="muted small block">{email}</span>
        </>
      ),
    },
    {
      id: 'roles',
      title: text.roles,
      cell: ({ roles, active }) => (
        <>
          {roles.length === 0 ? <span className="muted">{states.none}</span> : formats.list(namesOf(roles))}{' '}
          {!active && <Chip>{text.inactive}</Chip>}
        </>
      ),
    },
    {
      id: 'totp',
      title: text.secondFactor,
      from: 'medium',
      cell: ({ totpEnabled }) => (totpEnabled ? <Chip tone="ok">{text.on}</Chip> : text.off),
    },
    {
      id: 'last',
      title: text.lastSignIn,
      from: 'medium',
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? states.never : formats.relative(lastLoginAt)),
    },
  ];
  return <Table label={text.title} rows={users} keyOf={({ id }) => id} columns={columns} />;
}

const namesOf = (roles: User['roles']) => roles.map(({ name }) => name);
