import { useState } from 'react';
import { useSession } from '../../app/session';
import { ConfirmDialog, ErrorNotice, OwnLossDialog, Panel, useTell } from '../../components';
import { useFormats, useRoleName, useWords } from '../../words';
import type { User } from './account';
import { type TenantChange, useSaveTenants } from './save-tenants';
import { type TenantAccess, TenantBoxes, useTenantNames } from './tenant-boxes';
import { words } from './words';

/** The tenants of a user. Additional tenants need a confirmation; each change can be undone. */
export function TenantsPanel({
  user,
  etag,
}: {
  readonly user: User;
  /** ETag of the user as it was read. */
  readonly etag: string | null;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const nameRole = useRoleName();
  const namesOf = useTenantNames();
  const { can, user: self } = useSession();
  const tell = useTell();
  const { save: saveChange, update } = useSaveTenants(user.id);
  // Whole changes: what the operator confirms is what was on the screen at the click, whatever is read again meanwhile.
  const [asked, setAsked] = useState<TenantChange | null>(null);
  const [lost, setLost] = useState<TenantChange | null>(null);
  const { tenantAccess, allowedTenants } = user;
  const isSuperadmin = user.roles.some(({ name }) => name === 'superadmin');
  /** Whether operators who take tenants from themselves cannot give them back: nobody gives more than they have. */
  const isLostWith = ({ before, access }: TenantChange) =>
    user.id === self.id && !isSuperadmin && isWider(before, access);
  const stored: TenantAccess = { tenantAccess, allowedTenants };
  const shown = update.isPending ? update.variables.access : stored;
  const save = (change: TenantChange) =>
    update.mutate(change, {
      onSuccess: ({ answer, undo }) => {
        setAsked(null);
        setLost(null);
        tell(
          text.tenantsSaved(user.name, namesOf(answer.data)),
          isLostWith(change) ? {} : { undo: async () => void (await saveChange(undo)) },
        );
      },
    });
  const change = (access: TenantAccess) => {
    const made = { before: stored, access, etag };
    if (isWider(access, stored)) setAsked(made);
    else if (isLostWith(made)) setLost(made);
    else save(made);
  };
  return (
    <Panel title={text.tenants}>
      <div className="stack">
        {isSuperadmin && <p>{text.superadminTenants}</p>}
        <TenantBoxes
          access={shown}
          isDisabled={!can('users:update')}
          isReadOnly={update.isPending}
          onChange={change}
        />
        <ErrorNotice error={asked === null && lost === null ? update.error : null} />
      </div>
      <OwnLossDialog
        isOpen={lost !== null}
        onClose={() => setLost(null)}
        onConfirm={() => lost && save(lost)}
        request={update}
      />
      <ConfirmDialog
        title={text.giveTenantsAsk(
          user.name,
          asked === null ? '' : namesOf(addedTo(asked.before, asked.access)),
        )}
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
          {asked?.access.tenantAccess === 'all' && ` ${text.laterTenants}`}
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
