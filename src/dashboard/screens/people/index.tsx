import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { Button, Chip, Load, Page } from '../../components';
import { config } from '../../config';
import { List, type ListColumn } from '../../list';
import { useFormats, useLanguage, useRoleName, useSharedWords, useWords } from '../../words';
import type { User } from './account';
import { InviteDialog } from './invite-dialog';
import { words } from './words';

/** Everyone who can sign in. */
export default function People() {
  const text = useWords(words);
  const { can } = useSession();
  const users = useResource('listUsers');
  // Users of a provider or of the host appear when they first sign in.
  const mayCreate = config.mode === 'local' && can('users:create');
  const [isInviting, setInviting] = useOpened(mayCreate);
  return (
    <Page
      title={text.title}
      intro={text.intro[config.mode]}
      actions={
        mayCreate && (
          <Button variant="primary" icon="add" onPress={() => setInviting(true)}>
            {text.invite}
          </Button>
        )
      }
    >
      <Load of={users}>{(list) => <UserTable users={list} />}</Load>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const { states } = useSharedWords();
  const { user: self } = useSession();
  const language = useLanguage();
  const nameRole = useRoleName();
  const columns: readonly ListColumn<User>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: ({ name }) => name,
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
          {roles.length === 0 ? (
            <span className="muted">{states.none}</span>
          ) : (
            formats.list(roles.map(nameRole))
          )}{' '}
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
      orderBy: ({ lastLoginAt }) => lastLoginAt,
      isTime: true,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? states.never : formats.relative(lastLoginAt)),
    },
  ];
  const roles = new Map(
    users.flatMap((user) => user.roles.map((role) => [role.id, nameRole(role)] as const)),
  );
  const sortedRoles = [...roles].sort(([, a], [, b]) => a.localeCompare(b, language));
  return (
    <List
      label={text.title}
      rows={users}
      keyOf={({ id }) => id}
      columns={columns}
      textOf={({ name, email }) => `${name} ${email}`}
      filters={[
        {
          id: 'role',
          label: text.role,
          options: sortedRoles.map(([value, label]) => ({ value, label })),
          has: (user, role) => user.roles.some(({ id }) => id === role),
        },
        {
          id: 'state',
          label: text.signIn,
          options: [
            { value: 'active', label: text.active },
            { value: 'inactive', label: text.inactive },
          ],
          has: ({ active }, state) => active === (state === 'active'),
        },
        {
          id: 'codes',
          label: text.secondFactor,
          options: [
            { value: 'on', label: text.on },
            { value: 'off', label: text.off },
          ],
          has: ({ totpEnabled }, codes) => totpEnabled === (codes === 'on'),
        },
      ]}
    />
  );
}
