import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { type DataOf, useAction, useResource, useUndo } from '../../api/use-resource';
import { Gains } from '../../app/gains';
import { Rights } from '../../app/rights';
import { useSession } from '../../app/session';
import {
  Button,
  Checkbox,
  Chip,
  ConfirmDialog,
  ErrorNotice,
  Load,
  OwnLossDialog,
  Page,
  Panel,
  useTell,
} from '../../components';
import { useFormats, usePermissionName, useRoleDescription, useRoleName, useWords } from '../../words';
import { rightsWords } from '../../words/rights';
import type { Role } from './index';
import { words } from './words';

type Permission = DataOf<'listPermissions'>[number];

/** The permissions of one role. Each change is saved at once. */
export default function RoleScreen() {
  const text = useWords(words);
  const { id = '' } = useParams();
  const { can } = useSession();
  const { summary } = useWords(rightsWords);
  const describe = useRoleDescription();
  const nameRole = useRoleName();
  const roles = useResource('listRoles');
  const permissions = useResource('listPermissions');
  const role = roles.data?.find((other) => other.id === id);
  return (
    <Page
      title={role === undefined ? text.role : nameRole(role)}
      trail={<Link href="/roles">{text.title}</Link>}
      status={role?.builtIn && <Chip>{text.builtIn}</Chip>}
      intro={role && describe(role)}
      actions={role && !role.builtIn && can('roles:delete') && <DeleteRole role={role} />}
    >
      <Load of={roles}>
        {(all) =>
          role === undefined ? (
            <Panel>{text.notFound}</Panel>
          ) : (
            <>
              <Load of={permissions}>
                {(list) => <PermissionPanels role={role} roles={all} permissions={list} />}
              </Load>
              <Panel title={summary}>
                <Rights permissions={role.permissions} />
              </Panel>
            </>
          )
        }
      </Load>
    </Page>
  );
}

function PermissionPanels({
  role,
  roles,
  permissions,
}: {
  readonly role: Role;
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
}) {
  const text = useWords(words);
  const nameOf = usePermissionName();
  const { can, user } = useSession();
  const tell = useTell();
  const holders = useHolders(role);
  const listPeople = usePeopleList();
  const assign = useAction('assignPermission', ['listRoles']);
  const revoke = useAction('revokePermission', ['listRoles']);
  const giveBack = useUndo('assignPermission', ['listRoles']);
  const takeBack = useUndo('revokePermission', ['listRoles']);
  const [asked, setAsked] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const isFixed = role.builtIn || !can('roles:update');
  const given = assign.isPending ? assign.variables.body.permissionId : null;
  const taken = revoke.isPending ? revoke.variables.params.permId : null;
  // Shows the choice at once.
  const has = (id: string) => id !== taken && (id === given || role.permissions.includes(id));
  /** Whether the operator has the permission by this role alone: nobody gives to a role more than they have. */
  const isLostWith = (id: string) => {
    const held = roles.filter((other) => user.roles.some((mine) => mine.id === other.id));
    return held.includes(role) && !held.some((other) => other !== role && other.permissions.includes(id));
  };
  const assigned = (permissionId: string) => ({ params: { id: role.id }, body: { permissionId } });
  const revoked = (permId: string) => ({ params: { id: role.id, permId } });
  const give = (id: string) =>
    assign.mutate(assigned(id), {
      onSuccess: () => {
        setAsked(null);
        tell(text.allowed(role.name, nameOf(id)), { undo: () => takeBack(revoked(id)) });
      },
    });
  const take = (id: string) =>
    revoke.mutate(revoked(id), {
      onSuccess: () => {
        setLost(null);
        tell(
          text.disallowed(role.name, nameOf(id)),
          isLostWith(id) ? {} : { undo: () => giveBack(assigned(id)) },
        );
      },
    });
  const set = (id: string, isSelected: boolean) => {
    if (!isSelected && isLostWith(id)) setLost(id);
    else if (!isSelected) take(id);
    else if (holders?.length === 0) give(id);
    else setAsked(id);
  };
  return (
    <>
      <div className="muted">
        {holders !== undefined && (
          <p>{holders.length === 0 ? text.noHolders : text.holders(listPeople(holders))}</p>
        )}
        <p>{isFixed ? text.fixed : text.savedAtOnce}</p>
      </div>
      <ErrorNotice error={(asked === null ? assign.error : null) ?? (lost === null ? revoke.error : null)} />
      <div className="columns">
        {byResource(permissions).map(([resource, list]) => (
          <Panel key={resource} title={text.resources[resource] ?? resource}>
            <div className="stack tight">
              {list.map(({ id }) => (
                <Checkbox
                  key={id}
                  isSelected={has(id)}
                  isDisabled={isFixed}
                  isReadOnly={assign.isPending || revoke.isPending}
                  onChange={(isSelected) => set(id, isSelected)}
                  help={<span className="mono">{id}</span>}
                >
                  <span className="first-upper">{nameOf(id)}</span>
                </Checkbox>
              ))}
            </div>
          </Panel>
        ))}
      </div>
      <OwnLossDialog
        isOpen={lost !== null}
        onClose={() => setLost(null)}
        onConfirm={() => lost !== null && take(lost)}
        request={revoke}
      />
      <ConfirmDialog
        title={text.allowAsk(role.name)}
        isOpen={asked !== null}
        onClose={() => {
          setAsked(null);
          assign.reset();
        }}
        action={text.allow}
        isDangerous={false}
        isPending={assign.isPending}
        error={assign.error}
        onConfirm={() => asked !== null && give(asked)}
      >
        <div className="stack tight">
          <p>{holders === undefined ? text.everyoneCan : text.theyCan(listPeople(holders))}</p>
          <Gains permissions={asked === null ? [] : [asked]} />
        </div>
      </ConfirmDialog>
    </>
  );
}
/** Returns the names of the users with a role; undefined until they are known. */
function useHolders({ id }: Role): readonly string[] | undefined {
  const { can } = useSession();
  const users = useResource('listUsers', undefined, { enabled: can('users:read') });
  return users.data?.flatMap(({ name, roles }) => (roles.some((held) => held.id === id) ? name : []));
}

/** Greatest number of users that are named; the others are counted. */
const mostNamed = 5;

function usePeopleList(): (names: readonly string[]) => string {
  const text = useWords(words);
  const formats = useFormats();
  return (names) => {
    const others = names.length - mostNamed;
    return formats.list([...names.slice(0, mostNamed), ...(others > 0 ? [text.others(others)] : [])]);
  };
}

function byResource(permissions: readonly Permission[]): [string, Permission[]][] {
  const groups = new Map<string, Permission[]>();
  for (const permission of permissions) {
    const resource = permission.id.split(':')[0] ?? '';
    groups.set(resource, [...(groups.get(resource) ?? []), permission]);
  }
  return [...groups];
}

function DeleteRole({ role }: { readonly role: Role }) {
  const text = useWords(words);
  const [, go] = useLocation();
  const tell = useTell();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction('deleteRole', ['listRoles']);
  const onDeleted = () => {
    tell(text.deleted(role.name));
    go('/roles');
  };
  return (
    <>
      <Button icon="trash" onPress={() => setAsking(true)}>
        {text.deleteAction}
      </Button>
      <ConfirmDialog
        title={text.deleteAsk(role.name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        action={text.deleteAction}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params: { id: role.id } }, { onSuccess: onDeleted })}
      >
        {text.deleteText}
      </ConfirmDialog>
    </>
  );
}
