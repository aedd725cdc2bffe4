import { type FormEvent, useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Dialog, ErrorNotice, SelectField, TextField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { LinkDialog } from './link-dialog';
import { words } from './words';

/** Creates a user and shows the link with which they choose a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { can } = useSession();
  const form = useId();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  const create = useAction('createUser', ['listUsers']);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [roleId, setRoleId] = useState('');

  const created = create.data?.data;
  if (created?.invitation !== undefined)
    return <LinkDialog title={text.invited(created.name)} link={created.invitation} onClose={onClose} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
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
    <Dialog
      title={text.invite}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isPending={create.isPending}
            isDisabled={name.trim() === '' || email.trim() === ''}
          >
            {text.createLink}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" onSubmit={submit} validationBehavior="aria">
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
        <ErrorNotice error={create.error} />
      </Form>
    </Dialog>
  );
}
