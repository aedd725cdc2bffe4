import { useState } from 'react';
import { useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { FormDialog, SelectField, TextField } from '../../components';
import { useWords } from '../../words';
import { LinkDialog } from './link-dialog';
import { words } from './words';

/** Creates a user and shows the link with which they choose a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const { can } = useSession();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  const create = useAction('createUser', ['listUsers']);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roleId, setRoleId] = useState('');

  const created = create.data?.data;
  if (created?.invitation !== undefined)
    return <LinkDialog title={text.invited(created.name)} link={created.invitation} onClose={onClose} />;

  const submit = () => {
    create.mutate({
      body: {
        name: name.trim(),
        email: email.trim(),
        invite: true,
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
      isReady={name.trim() !== '' && email.trim() !== ''}
      isPending={create.isPending}
      error={create.error}
    >
      <TextField label={text.name} value={name} onChange={setName} autoComplete="off" autoFocus />
      <TextField label={text.email} type="email" value={email} onChange={setEmail} autoComplete="off" />
      {roles.data !== undefined && (
        <SelectField
          label={text.role}
          value={roleId}
          onChange={setRoleId}
          options={[
            { value: '', label: text.defaultRole },
            ...roles.data.map(({ id, name: roleName }) => ({ value: id, label: roleName })),
          ]}
        />
      )}
    </FormDialog>
  );
}
