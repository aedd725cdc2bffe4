import { useState } from 'react';
import { type DataOf, useAction, useResource, useUndo } from '../../api/use-resource';
import { Gains } from '../../app/gains';
import { useSession } from '../../app/session';
import { Checkbox, ConfirmDialog, ErrorNotice, Load, OwnLossDialog, Panel, useTell } from '../../components';
import { config } from '../../config';
import { useFormats, useRoleDescription, useRoleName, useSharedWords, useWords } from '../../words';
import type { User } from './account';
import { useTenantNames } from './tenant-boxes';
import { words } from './words';

type Role = DataOf<'listRoles'>[number];

const changed = ['getUser', 'listUsers'] as const;

export const isSuperadmin = ({ name, builtIn }: Pick<Role, 'name' | 'builtIn'>) =>
  builtIn && name === 'superadmin';

/** The roles of a user. Roles that allow more need a confirmation; each change can be undone. */
export function RolesPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const nameRole = useRoleName();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  return (
    <Panel title={text.roles}>
      {can('roles:read') ? (
        <Load of={roles}>{(list) => <RoleBoxes user={user} roles={list} />}</Load>
      ) : (
        <p>{formats.list(user.roles.map(nameRole)) || states.none}</p>
      )}
    </Panel>
  );
}

function RoleBoxes({ user, roles }: { readonly user: User; readonly roles: readonly Role[] }) {
  const text = useWords(words);
  const describe = useRoleDescription();
  const nameRole = useRoleName();
  const { can, user: self } = useSession();
  const tell = useTell();
  const assign = useAction('assignRole', changed);
  const revoke = useAction('revokeRole', changed);
  const giveBack = useUndo('assignRole', changed);
  const takeBack = useUndo('revokeRole', changed);
  const [asked, setAsked] = useState<Role | null>(null);
  const [lost, setLost] = useState<Role | null>(null);
  const given = assign.isPending ? assign.variables.body.roleId : null;
  const taken = revoke.isPending ? revoke.variables.params.roleId : null;
  const holds = ({ id }: Role) => user.roles.some((held) => held.id === id);
  // Shows the choice at once.
  const isSelected = (role: Role) => role.id !== taken && (role.id === given || holds(role));
  const held = new Set(roles.filter(holds).flatMap(({ permissions }) => permissions));
  /** Whether operators who take it from themselves cannot give it back: nobody gives more than they have. */
  const isLostWith = (role: Role) => {
    const left = roles.filter((other) => other.id !== role.id && holds(other));
    const stays = (id: string) => left.some(({ permissions }) => permissions.includes(id));
    return user.id === self.id && !['users:update', ...role.permissions].every(stays);
  };
  const gainsOf = ({ permissions }: Role) => permissions.filter((id) => !held.has(id));

  const assigned = ({ id }: Role) => ({ params: { id: user.id }, body: { roleId: id } });
  const revoked = ({ id }: Role) => ({ params: { id: user.id, roleId: id } });
  const give = (role: Role) =>
    assign.mutate(assigned(role), {
      onSuccess: () => {
        setAsked(null);
        tell(text.roleGiven(user.name, nameRole(role)), { undo: () => takeBack(revoked(role)) });
      },
    });
  const take = (role: Role) =>
    revoke.mutate(revoked(role), {
      onSuccess: () => {
        setLost(null);
        tell(
          text.roleTaken(user.name, nameRole(role)),
          isLostWith(role) ? {} : { undo: () => giveBack(assigned(role)) },
        );
      },
    });
  const change = (role: Role, isOn: boolean) => {
    if (!isOn && isLostWith(role)) setLost(role);
    else if (!isOn) take(role);
    else if (isSuperadmin(role) || gainsOf(role).length > 0) setAsked(role);
    else give(role);
  };
  return (
    <div className="stack">
      {roles.map((role) => (
        <Checkbox
          key={role.id}
          isSelected={isSelected(role)}
          isDisabled={!can('users:update')}
          isReadOnly={assign.isPending || revoke.isPending}
          onChange={(isOn) => change(role, isOn)}
          help={describe(role) ?? undefined}
        >
          {nameRole(role)}
        </Checkbox>
      ))}
      <ErrorNotice error={(asked === null ? assign.error : null) ?? (lost === null ? revoke.error : null)} />
      <OwnLossDialog
        isOpen={lost !== null}
        onClose={() => setLost(null)}
        onConfirm={() => lost && take(lost)}
        request={revoke}
      />
      <ConfirmDialog
        title={text.giveRoleAsk(user.name, asked === null ? '' : nameRole(asked))}
        isOpen={asked !== null}
        onClose={() => {
          setAsked(null);
          assign.reset();
        }}
        action={text.giveRole}
        isDangerous={false}
        isPending={assign.isPending}
        error={assign.error}
        onConfirm={() => asked && give(asked)}
      >
        {asked && <RoleGains user={user} role={asked} gains={gainsOf(asked)} />}
      </ConfirmDialog>
    </div>
  );
}

function RoleGains({
  user,
  role,
  gains,
}: {
  readonly user: User;
  readonly role: Role;
  readonly gains: readonly string[];
}) {
  const text = useWords(words);
  const namesOf = useTenantNames();
  if (isSuperadmin(role)) return <p>{text.everything[config.tenancy ? 'tenants' : 'single'](user.name)}</p>;
  return (
    <div className="stack tight">
      <p>{text.gains(user.name)}</p>
      <Gains permissions={gains} />
      {config.tenancy && <p>{text.appliesIn(namesOf(user))}</p>}
    </div>
  );
}
