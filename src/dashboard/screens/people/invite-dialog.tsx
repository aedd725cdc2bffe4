import { useState } from 'react';
import { useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { FormDialog, Load, Notice, SelectField, TextField } from '../../components';
import { config } from '../../config';
import { useRoleDescription, useRoleName, useWords } from '../../words';
import { LinkDialog } from './link-dialog';
import { isSuperadmin } from './roles-panel';
import { allTenants, listed, TenantBoxes, useTenantNames } from './tenant-boxes';
import { words } from './words';

/** Creates a user and shows the link with which they choose a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const { can, tenantId } = useSession();
  const describe = useRoleDescription();
  const nameRole = useRoleName();
  const namesOf = useTenantNames();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  const create = useAction('createUser', ['listUsers']);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [chosenRole, setRole] = useState<string | null>(null);
  // With one tenant there is no choice; with several, the new user gets the one that is shown.
  const [access, setAccess] = useState(
    config.tenancy ? listed(tenantId === null ? [] : [tenantId]) : allTenants,
  );
  const roleId = chosenRole ?? roles.data?.find(({ name: other }) => other === 'viewer')?.id ?? '';
  const role = roles.data?.find(({ id }) => id === roleId);
  const isForAll = role !== undefined && isSuperadmin(role);

  const created = create.data?.data;
  if (created?.invitation !== undefined)
    return <LinkDialog title={text.invited(created.name)} link={created.invitation} onClose={onClose} />;

  const submit = () => {
    create.mutate({
      body: {
        name: name.trim(),
        email: email.trim(),
        invite: true,
        ...access,
        ...(roleId === '' ? {} : { roleId }),
      },
    });
  };
  return (
    <FormDialog
      title={text.invite}
      onClose={onClose}
      action={text.createLink}
      onSubmit={submit}
      isReady={
        name.trim() !== '' &&
        email.trim() !== '' &&
        (isForAll || access.tenantAccess !== 'none') &&
        !(can('roles:read') && roles.isPending)
      }
      isPending={create.isPending}
      error={create.error}
    >
      <TextField label={text.name} path="name" value={name} onChange={setName} autoComplete="off" autoFocus />
      <TextField
        label={text.email}
        path="email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="off"
      />
      {can('roles:read') && (
        <Load of={roles} rows={1}>
          {(list) => (
            <SelectField
              label={text.role}
              path="roleId"
              help={role && describe(role)}
              value={roleId}
              onChange={setRole}
              options={[
                ...(list.some(({ name: other }) => other === 'viewer')
                  ? []
                  : [{ value: '', label: text.defaultRole }]),
                ...list.map((each) => ({ value: each.id, label: nameRole(each) })),
              ]}
            />
          )}
        </Load>
      )}
      {config.tenancy && !isForAll && (
        <fieldset className="stack tight bare">
          <legend className="label">{text.tenants}</legend>
          <TenantBoxes access={access} onChange={setAccess} />
        </fieldset>
      )}
      {role && (
        <Notice tone={isForAll ? 'warn' : 'info'}>
          {isForAll
            ? text.everything[config.tenancy ? 'tenants' : 'single'](name.trim() || text.newPerson)
            : text.gets(
                name.trim() || text.newPerson,
                nameRole(role),
                config.tenancy && access.tenantAccess !== 'none' ? namesOf(access) : null,
              )}
        </Notice>
      )}
    </FormDialog>
  );
}
