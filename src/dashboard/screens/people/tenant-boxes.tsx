import { useSession } from '../../app/session';
import { Checkbox } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { User } from './account';
import { words } from './words';

/** The tenants of a user, as the API returns them. */
export type TenantAccess = Pick<User, 'tenantAccess' | 'allowedTenants'>;

const noTenant: TenantAccess = { tenantAccess: 'none', allowedTenants: [] };
export const allTenants: TenantAccess = { tenantAccess: 'all', allowedTenants: [] };

export const listed = (ids: readonly string[]): TenantAccess =>
  ids.length === 0 ? noTenant : { tenantAccess: 'listed', allowedTenants: [...ids] };

/** Checkboxes for all tenants and for each one. Operators who see only some tenants cannot grant all. */
export function TenantBoxes({
  access: { tenantAccess, allowedTenants },
  onChange,
  isDisabled = false,
  isReadOnly = false,
}: {
  readonly access: TenantAccess;
  readonly onChange: (access: TenantAccess) => void;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
}) {
  const text = useWords(words);
  const { tenants, user: self } = useSession();
  const hasAll = tenantAccess === 'all';
  return (
    <>
      {(self.tenants === null || hasAll) && (
        <Checkbox
          isSelected={hasAll}
          isDisabled={isDisabled}
          isReadOnly={isReadOnly}
          onChange={(all) => onChange(all ? allTenants : noTenant)}
          help={text.allTenantsHelp}
        >
          {text.allTenants}
        </Checkbox>
      )}
      {!hasAll &&
        tenants.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={allowedTenants.includes(id)}
            isDisabled={isDisabled}
            isReadOnly={isReadOnly}
            onChange={(isSelected) =>
              onChange(
                listed(isSelected ? [...allowedTenants, id] : allowedTenants.filter((other) => other !== id)),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
    </>
  );
}

/** Returns a function that names the tenants of a user: `Shop and Blog`, `All tenants`, `None`. */
export function useTenantNames(): (access: TenantAccess) => string {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { tenants } = useSession();
  const nameOf = (id: string) => tenants.find((tenant) => tenant.id === id)?.name ?? id;
  return ({ tenantAccess, allowedTenants }) =>
    tenantAccess === 'all'
      ? text.allTenants
      : allowedTenants.length === 0
        ? states.none
        : formats.list(allowedTenants.map(nameOf));
}
