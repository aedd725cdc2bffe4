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
  Load,
  Page,
  Panel,
  useTell,
} from '../../components';
import { useWords } from '../../words';
import type { Role } from './index';
import { words } from './words';

type Permission = DataOf<'listPermissions'>[number];

/** The permissions of one role; each change is saved at once. */
export default function RoleScreen() {
  const text = useWords(words);
  const { id = '' } = useParams();
  const { can } = useSession();
  const roles = useResource('listRoles');
  const permissions = useResource('listPermissions');
  const role = roles.data?.find((other) => other.id === id);
  return (
    <Page
      title={role?.name ?? text.role}
      trail={<Link href="/roles">{text.title}</Link>}
      status={role?.builtIn && <Chip>{text.builtIn}</Chip>}
      intro={role?.description}
      actions={role && !role.builtIn && can('roles:delete') && <DeleteRole role={role} />}
    >
      <Load of={roles}>
        {() =>
          role === undefined ? (
            <Panel>{text.notFound}</Panel>
          ) : (
            <Load of={permissions}>{(list) => <PermissionPanels role={role} permissions={list} />}</Load>
          )
        }
      </Load>
    </Page>
  );
}

function PermissionPanels({
  role,
  permissions,
}: {
  readonly role: Role;
  readonly permissions: readonly Permission[];
}) {
  const text = useWords(words);
  const { can } = useSession();
  const assign = useAction('assignPermission', ['listRoles']);
  const revoke = useAction('revokePermission', ['listRoles']);
  const isFixed = role.builtIn || !can('roles:update');
  const given = assign.isPending ? assign.variables.body.permissionId : null;
  const taken = revoke.isPending ? revoke.variables.params.permId : null;
  // What was chosen is seen at once.
  const has = (id: string) => id !== taken && (id === given || role.permissions.includes(id));
  const set = (permissionId: string, isSelected: boolean) =>
    isSelected
      ? assign.mutate({ params: { id: role.id }, body: { permissionId } })
      : revoke.mutate({ params: { id: role.id, permId: permissionId } });
  return (
    <>
      {isFixed ? <p className="muted">{text.fixed}</p> : <p className="muted">{text.savedAtOnce}</p>}
      <ErrorNotice error={assign.error ?? revoke.error} />
      <div className="columns">
        {byResource(permissions).map(([resource, list]) => (
          <Panel key={resource} title={text.resources[resource] ?? resource}>
            <div className="stack tight">
              {list.map(({ id, description }) => (
                <Checkbox
                  key={id}
                  isSelected={has(id)}
                  isDisabled={isFixed}
                  isReadOnly={assign.isPending || revoke.isPending}
                  onChange={(isSelected) => set(id, isSelected)}
                  help={<span lang="en">{description}</span>}
                >
                  <span className="mono">{id}</span>
                </Checkbox>
              ))}
            </div>
          </Panel>
        ))}
      </div>
    </>
  );
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
