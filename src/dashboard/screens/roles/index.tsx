import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Chip, type Column, FormDialog, Load, Page, Panel, Table, TextField } from '../../components';
import { useFormats, useRoleDescription, useWords } from '../../words';
import { words } from './words';

export type Role = DataOf<'listRoles'>[number];

/** What users may do, as named sets of permissions. */
export default function Roles() {
  const text = useWords(words);
  const { can } = useSession();
  const roles = useResource('listRoles');
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        can('roles:create') && (
          <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
            {text.create}
          </Button>
        )
      }
    >
      <Panel isFlush>
        <Load of={roles}>{(list) => <RoleTable roles={list} />}</Load>
      </Panel>
      {isCreating && <CreateRoleDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function RoleTable({ roles }: { readonly roles: readonly Role[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const describe = useRoleDescription();
  const columns: readonly Column<Role>[] = [
    {
      id: 'name',
      title: text.name,
      cell: ({ id, name, builtIn }) => (
        <>
          <Link href={`/roles/${id}`}>{name}</Link> {builtIn && <Chip>{text.builtIn}</Chip>}
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
      cell: ({ permissions }) => formats.number(permissions.length),
    },
  ];
  return <Table label={text.title} rows={roles} keyOf={({ id }) => id} columns={columns} />;
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
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={text.description}
        isRequired={false}
        value={description}
        onChange={setDescription}
        maxLength={500}
        autoComplete="off"
      />
    </FormDialog>
  );
}
