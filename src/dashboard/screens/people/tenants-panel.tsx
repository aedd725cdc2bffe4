import { useRef, useState } from 'react';
import { useAction } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { ConfirmDialog, ErrorNotice, Panel, useTell } from '../../components';
import { useFormats, useRoleName, useWords } from '../../words';
import { mergeLists } from '../banner/edits/edits';
import type { User } from './account';
import { type TenantAccess, TenantBoxes, useTenantNames } from './tenant-boxes';
import { words } from './words';

/** The tenants of a user. Additional tenants need a confirmation; each change can be undone. */
export function TenantsPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const formats = useFormats();
  const nameRole = useRoleName();
  const namesOf = useTenantNames();
  const { can } = useSession();
  const tell = useTell();
  const update = useAction('updateUser', ['getUser', 'listUsers']);
  const [asked, setAsked] = useState<TenantAccess | null>(null);
  const { tenantAccess, allowedTenants } = user;
  const stored: TenantAccess = { tenantAccess, allowedTenants };
  const shown = update.isPending ? { ...stored, ...update.variables.body } : stored;
  const bodyOf = (access: TenantAccess) => ({ params: { id: user.id }, body: access });
  const latest = useRef(stored);
  latest.current = stored;
  /** Takes a change back, but not those that were made since. */
  const undo = (access: TenantAccess) =>
    update.mutate(
      bodyOf({
        tenantAccess: stored.tenantAccess,
        allowedTenants: mergeLists(
          access.allowedTenants,
          stored.allowedTenants,
          latest.current.allowedTenants,
        ),
      }),
    );
  const save = (access: TenantAccess) =>
    update.mutate(bodyOf(access), {
      onSuccess: () => {
        setAsked(null);
        tell(text.tenantsSaved(user.name, namesOf(access)), { undo: () => undo(access) });
      },
    });
  return (
    <Panel title={text.tenants}>
      <div className="stack">
        {user.roles.some(({ name }) => name === 'superadmin') && <p>{text.superadminTenants}</p>}
        <TenantBoxes
          access={shown}
          isDisabled={!can('users:update')}
          isReadOnly={update.isPending}
          onChange={(access) => (isWider(access, stored) ? setAsked(access) : save(access))}
        />
        <ErrorNotice error={asked === null ? update.error : null} />
      </div>
      <ConfirmDialog
        title={text.giveTenantsAsk(user.name, asked === null ? '' : namesOf(addedTo(stored, asked)))}
        isOpen={asked !== null}
        onClose={() => {
          setAsked(null);
          update.reset();
        }}
        action={text.giveAccess}
        isDangerous={false}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => asked && save(asked)}
      >
        <p>
          {user.roles.length === 0
            ? text.noRoleYet(user.name)
            : text.rolesThere(user.name, formats.list(user.roles.map(nameRole)))}
          {asked?.tenantAccess === 'all' && ` ${text.laterTenants}`}
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

/** Returns the tenants that a change adds. */
const addedTo = (before: TenantAccess, next: TenantAccess): TenantAccess => ({
  ...next,
  allowedTenants: next.allowedTenants.filter((id) => !before.allowedTenants.includes(id)),
});

const isWider = (next: TenantAccess, before: TenantAccess) =>
  before.tenantAccess !== 'all' &&
  (next.tenantAccess === 'all' || next.allowedTenants.some((id) => !before.allowedTenants.includes(id)));
