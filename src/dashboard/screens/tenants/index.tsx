import { useState } from 'react';
import { call } from '../../api/client';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type DataOf, useAction, useInvalidate, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  ActionMenu,
  Button,
  Chip,
  ConfirmDialog,
  FormDialog,
  Load,
  Notice,
  Page,
  TextField,
  useTell,
} from '../../components';
import { config } from '../../config';
import { List, type ListColumn } from '../../list';
import { useFormats, useSharedWords, useWords } from '../../words';
import { changedFields } from '../banner/edits/edits';
import { words } from './words';

type Tenant = DataOf<'listTenants'>[number];

/** Sites or customers that are kept apart from each other. */
export default function Tenants() {
  const text = useWords(words);
  const { can } = useSession();
  const tenants = useResource('listTenants');
  const [edited, setEdited] = useState<Tenant | 'new' | null>(null);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        config.tenancy &&
        can('tenants:create') && (
          <Button variant="primary" icon="add" onPress={() => setEdited('new')}>
            {text.create}
          </Button>
        )
      }
    >
      {!config.tenancy && <Notice title={text.single}>{text.singleText}</Notice>}
      <Load of={tenants}>{(list) => <TenantTable tenants={list} onEdit={setEdited} />}</Load>
      {edited !== null && (
        <TenantDialog tenant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

function TenantTable({
  tenants,
  onEdit,
}: {
  readonly tenants: readonly Tenant[];
  readonly onEdit: (tenant: Tenant) => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const { can, tenantId, chooseTenant } = useSession();
  const tell = useTell();
  const [deleted, setDeleted] = useState<Tenant | null>(null);
  const invalidate = useInvalidate();
  const remove = useMutationOnce<unknown, Tenant>({
    mutationFn: ({ id }) => call('deleteTenant', { params: { id } }),
    // Without the shown tenant, this screen is gone once the list is read again.
    onSuccess: (_answer, { name }) => {
      tell(text.deleted(name));
      setDeleted(null);
      return invalidate('listTenants');
    },
  });
  const menuOf = (tenant: Tenant) => [
    ...(can('tenants:update')
      ? [{ id: 'edit', label: actions.edit, icon: 'edit' as const, onAction: () => onEdit(tenant) }]
      : []),
    ...(can('tenants:delete') && tenant.id !== 'default'
      ? [
          {
            id: 'delete',
            label: actions.delete,
            icon: 'trash' as const,
            isDangerous: true,
            onAction: () => setDeleted(tenant),
          },
        ]
      : []),
  ];
  const columns: readonly ListColumn<Tenant>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <>
          {name} {id === tenantId && <Chip tone="info">{text.shown}</Chip>}
        </>
      ),
    },
    {
      id: 'slug',
      title: text.slug,
      from: 'medium',
      isBelow: true,
      orderBy: ({ slug }) => slug,
      cell: ({ slug }) => <span className="mono">{slug}</span>,
    },
    {
      id: 'created',
      title: text.created,
      isTime: true,
      from: 'medium',
      orderBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => formats.date(createdAt),
    },
    {
      id: 'actions',
      title: text.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (tenant) => (
        <span className="row end one-line">
          {tenant.id !== tenantId && (
            <Button aria-label={text.showOf(tenant.name)} onPress={() => chooseTenant(tenant.id)}>
              {text.show}
            </Button>
          )}
          {menuOf(tenant).length > 0 && (
            <ActionMenu label={text.actionsOf(tenant.name)} entries={menuOf(tenant)} />
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <List
        label={text.title}
        rows={tenants}
        keyOf={({ id }) => id}
        columns={columns}
        textOf={({ name, slug }) => `${name} ${slug}`}
      />
      <ConfirmDialog
        title={text.deleteAsk(deleted?.name ?? '')}
        isOpen={deleted !== null}
        onClose={() => {
          setDeleted(null);
          remove.reset();
        }}
        action={text.deleteAction}
        typed={deleted?.slug ?? ''}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        {text.deleteText}
      </ConfirmDialog>
    </>
  );
}

/** Creates a tenant (null), or changes one. */
function TenantDialog({ tenant, onClose }: { readonly tenant: Tenant | null; readonly onClose: () => void }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const [name, setName] = useState(tenant?.name ?? '');
  const [slug, setSlug] = useState(tenant?.slug ?? '');
  const create = useAction('createTenant', ['listTenants']);
  const update = useAction('updateTenant', ['listTenants']);
  const submit = () => {
    const body = { name: name.trim(), slug: slug.trim() };
    if (tenant === null) create.mutate({ body }, { onSuccess: onClose });
    else
      update.mutate(
        { params: { id: tenant.id }, body: changedFields({ name: tenant.name, slug: tenant.slug }, body) },
        { onSuccess: onClose },
      );
  };
  return (
    <FormDialog
      title={tenant === null ? text.create : text.edit(tenant.name)}
      onClose={onClose}
      action={tenant === null ? text.create : actions.save}
      onSubmit={submit}
      isReady={name.trim() !== '' && slug.trim() !== ''}
      isPending={create.isPending || update.isPending}
      error={create.error ?? update.error}
    >
      <TextField
        label={text.name}
        path="name"
        help={text.nameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={text.slug}
        path="slug"
        help={text.slugHelp}
        value={slug}
        onChange={(value) => setSlug(value.toLowerCase())}
        maxLength={63}
        isDisabled={tenant?.id === 'default'}
        autoComplete="off"
      />
    </FormDialog>
  );
}
