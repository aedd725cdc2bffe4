import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  Button,
  Checkbox,
  Chip,
  ConfirmDialog,
  ErrorNotice,
  Facts,
  Load,
  Page,
  Panel,
  Skeleton,
  Switch,
  useTell,
} from '../../components';
import { config } from '../../config';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { User } from './index';
import { LinkDialog } from './link-dialog';
import { LinksPanel } from './user-links';
import { words } from './words';

/** One user: what they may do, where, and how they sign in. */
export default function UserScreen() {
  const text = useWords(words);
  const { id = '' } = useParams();
  const user = useResource('getUser', { params: { id } });
  return (
    <Page
      title={user.data?.name ?? text.person}
      trail={<Link href="/people">{text.title}</Link>}
      status={user.data && !user.data.active && <Chip>{text.inactive}</Chip>}
    >
      <Load of={user}>
        {(data) => (
          <>
            <SignInPanel user={data} />
            {config.mode === 'local' && <LinksPanel user={data} />}
            <RolesPanel user={data} />
            {config.tenancy && <TenantsPanel user={data} />}
            <DeletePanel user={data} />
          </>
        )}
      </Load>
    </Page>
  );
}

const changed = ['getUser', 'listUsers', 'listUserLinks'] as const;

function SignInPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can, user: self } = useSession();
  const update = useAction('updateUser', changed);
  const reset = useAction('createResetLink', ['listUserLinks']);
  const isOther = user.id !== self.id;
  const mayUpdate = can('users:update') && isOther;
  const change = (body: { active?: boolean; totpEnabled?: boolean }) =>
    update.mutate({ params: { id: user.id }, body });
  const { active = user.active } = update.isPending ? update.variables.body : {};
  return (
    <Panel title={text.signIn}>
      <div className="stack">
        <Facts
          items={[
            { name: text.email, value: user.email },
            {
              name: text.lastSignIn,
              value: user.lastLoginAt === null ? states.never : formats.dateTime(user.lastLoginAt),
            },
            { name: text.secondFactor, value: user.totpEnabled ? text.on : text.off },
            { name: text.created, value: formats.dateTime(user.createdAt) },
          ]}
        />
        {mayUpdate ? (
          <>
            <Switch
              isSelected={active}
              isReadOnly={update.isPending}
              onChange={(next) => change({ active: next })}
              help={text.activeHelp}
            >
              {text.active}
            </Switch>
            <div className="row">
              {config.mode === 'local' && (
                <Button isPending={reset.isPending} onPress={() => reset.mutate({ params: { id: user.id } })}>
                  {text.resetLink}
                </Button>
              )}
              {user.totpEnabled && (
                <Button onPress={() => change({ totpEnabled: false })}>{text.switchOffTotp}</Button>
              )}
            </div>
          </>
        ) : (
          !isOther && <Link href="/account">{text.toAccount}</Link>
        )}
        <ErrorNotice error={update.error ?? reset.error} />
      </div>
      {reset.data !== undefined && (
        <LinkDialog title={text.resetTitle(user.name)} link={reset.data.data} onClose={() => reset.reset()} />
      )}
    </Panel>
  );
}

function RolesPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const { can } = useSession();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  const assign = useAction('assignRole', changed);
  const revoke = useAction('revokeRole', changed);
  const given = assign.isPending ? assign.variables.body.roleId : null;
  const taken = revoke.isPending ? revoke.variables.params.roleId : null;
  // What was chosen is seen at once.
  const has = (roleId: string) =>
    roleId !== taken && (roleId === given || user.roles.some(({ id }) => id === roleId));
  const set = (roleId: string, isSelected: boolean) =>
    isSelected
      ? assign.mutate({ params: { id: user.id }, body: { roleId } })
      : revoke.mutate({ params: { id: user.id, roleId } });
  return (
    <Panel title={text.roles}>
      <div className="stack">
        {can('roles:read') ? (
          <Load of={roles}>
            {(list) =>
              list.map(({ id, name, description }) => (
                <Checkbox
                  key={id}
                  isSelected={has(id)}
                  isDisabled={!can('users:update')}
                  isReadOnly={assign.isPending || revoke.isPending}
                  onChange={(isSelected) => set(id, isSelected)}
                  help={description ?? undefined}
                >
                  {name}
                </Checkbox>
              ))
            }
          </Load>
        ) : (
          <p>{user.roles.map(({ name }) => name).join(', ') || states.none}</p>
        )}
        <ErrorNotice error={assign.error ?? revoke.error} />
      </div>
    </Panel>
  );
}

function TenantsPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { can } = useSession();
  const tenants = useResource('listTenants');
  const update = useAction('updateUser', changed);
  const { tenantAccess, allowedTenants } = { ...user, ...(update.isPending && update.variables.body) };
  const mayUpdate = can('users:update');
  const save = (body: Pick<User, 'tenantAccess' | 'allowedTenants'>) =>
    update.mutate({ params: { id: user.id }, body });
  const setTenant = (id: string, isSelected: boolean) => {
    const listed = isSelected ? [...allowedTenants, id] : allowedTenants.filter((other) => other !== id);
    save({ tenantAccess: listed.length === 0 ? 'none' : 'listed', allowedTenants: listed });
  };
  return (
    <Panel title={text.tenants}>
      <div className="stack">
        <Checkbox
          isSelected={tenantAccess === 'all'}
          isDisabled={!mayUpdate}
          isReadOnly={update.isPending}
          onChange={(all) => save({ tenantAccess: all ? 'all' : 'none', allowedTenants: [] })}
          help={text.allTenantsHelp}
        >
          {text.allTenants}
        </Checkbox>
        {tenantAccess !== 'all' &&
          tenants.data?.map(({ id, name }: DataOf<'listTenants'>[number]) => (
            <Checkbox
              key={id}
              isSelected={allowedTenants.includes(id)}
              isDisabled={!mayUpdate}
              isReadOnly={update.isPending}
              onChange={(isSelected) => setTenant(id, isSelected)}
            >
              {name}
            </Checkbox>
          ))}
        {tenants.isPending && <Skeleton rows={2} />}
        <ErrorNotice error={update.error ?? tenants.error} />
      </div>
    </Panel>
  );
}

function DeletePanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { can, user: self } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const tell = useTell();
  const remove = useAction('deleteUser', ['listUsers']);
  if (!can('users:delete') || user.id === self.id) return null;
  const onDeleted = () => {
    tell(text.deleted(user.name));
    go('/people');
  };
  return (
    <Panel title={text.deleteTitle}>
      <div className="stack">
        <p>{text.deleteText}</p>
        <div className="row">
          <Button icon="trash" onPress={() => setAsking(true)}>
            {text.deleteAction}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={text.deleteAsk(user.name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        action={text.deleteAction}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params: { id: user.id } }, { onSuccess: onDeleted })}
      >
        {text.deleteText}
      </ConfirmDialog>
    </Panel>
  );
}
