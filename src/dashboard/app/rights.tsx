import { config } from '../config';
import { allPermissions, useFormats, usePermissionName, useWords } from '../words';
import { type Area, areaOf, areas, rightsWords } from '../words/rights';

/**
 * Says in sentences, by area, what permissions allow and what they do not.
 *
 * @example
 * <Rights permissions={user.permissions} tenants={['Shop A']} />
 */
export function Rights({
  permissions,
  among = allPermissions,
  tenants,
}: {
  readonly permissions: readonly string[];
  /** The permissions that there are to have. */
  readonly among?: readonly string[];
  /** Names of the tenants in which they apply; null: in all; absent: it is not about tenants. */
  readonly tenants?: readonly string[] | null;
}) {
  const text = useWords(rightsWords);
  const nameOf = usePermissionName();
  const held = new Set(permissions);
  const inWords = (ids: readonly string[]) => ids.map(nameOf).join('; ');
  if (held.size === 0) return <p>{text.nothing}</p>;
  return (
    <div className="stack">
      {config.tenancy && tenants !== undefined && <Where tenants={tenants} />}
      <dl className="facts">
        {(Object.keys(areas) as Area[]).map((area) => {
          const all = among.filter((id) => areaOf(id) === area);
          const [may, mayNot] = [true, false].map((has) => all.filter((id) => held.has(id) === has)) as [
            string[],
            string[],
          ];
          if (all.length === 0) return null;
          return (
            <div key={area}>
              <dt>{text.areas[area]}</dt>
              <dd>
                {may.length > 0 && <p>{text.may(inWords(may))}</p>}
                {mayNot.length > 0 && <p className="muted">{text.mayNot(inWords(mayNot))}</p>}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

function Where({ tenants }: { readonly tenants: readonly string[] | null }) {
  const text = useWords(rightsWords);
  const formats = useFormats();
  if (tenants === null) return <p>{text.everywhere}</p>;
  return <p>{tenants.length === 0 ? text.nowhere : text.within(formats.list(tenants))}</p>;
}
