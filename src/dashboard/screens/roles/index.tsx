import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { Button, Chip, FormDialog, Load, Page, TextField } from '../../components';
import { List, type ListColumn } from '../../list';
import { useFormats, useRoleDescription, useRoleName, useWords } from '../../words';
import { words } from './words';

export type Role = DataOf<'listRoles'>[number];

/** The roles: named sets of permissions. */
export default function Roles() {
  const text = useWords(words);
  const { can } = useSession();
  const roles = useResource('listRoles');
  const mayCreate = can('roles:create');
  const [isCreating, setCreating] = useOpened(mayCreate);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        mayCreate && (
          <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
            {text.create}
          </Button>
        )
      }
    >
      <Load of={roles}>{(list) => <RoleTable roles={list} />}</Load>
      {isCreating && <CreateRoleDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function RoleTable({ roles }: { readonly roles: readonly Role[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const describe = useRoleDescription();
  const nameRole = useRoleName();
  const columns: readonly ListColumn<Role>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: nameRole,
      cell: (role) => (
        <>
          <Link href={`/roles/${role.id}`}>{nameRole(role)}</Link>{' '}
          {role.builtIn && <Chip>{text.builtIn}</Chip>}
        </>
      ),
    },
    {
      id: 'description',
      title: text.description,
      from: 'medium',
      cell: describe,
    },
    {
      id: 'permissions',
      title: text.permissions,
      isNumber: true,
      orderBy: ({ permissions }) => permissions.length,
      cell: ({ permissions }) => formats.number(permissions.length),
    },
  ];
  return (
    <List
      label={text.title}
      rows={roles}
      keyOf={({ id }) => id}
      columns={columns}
      textOf={(role) => `${nameRole(role)} ${role.name} ${describe(role) ?? ''}`}
      filters={[
        {
          id: 'kind',
          label: text.kind,
          options: [
            { value: 'built-in', label: text.builtIn },
            { value: 'own', label: text.own },
          ],
          has: ({ builtIn }, kind) => builtIn === (kind === 'built-in'),
        },
      ]}
    />
  );
}

function CreateRoleDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useAction('createRole', ['listRoles']);
  const submit = () => {
    create.mutate(
      { body: { name: name.trim(), description: description.trim() } },
      { onSuccess: ({ data }) => go(`/roles/${data.id}`) },
    );
  };
  return (
    <FormDialog
      title={text.create}
      onClose={onClose}
      action={text.choosePermissions}
      onSubmit={submit}
      isReady={name.trim() !== ''}
      isPending={create.isPending}
      error={create.error}
    >
      <TextField
        label={text.name}
        path="name"
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={text.description}
        path="description"
        isRequired={false}
        value={description}
        onChange={setDescription}
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  );
}
