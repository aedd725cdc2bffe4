import { usePermissionName } from '../words';

/** What somebody can do after a change that they cannot do before it. */
export function Gains({ permissions }: { readonly permissions: readonly string[] }) {
  const nameOf = usePermissionName();
  return (
    <ul>
      {permissions.map((id) => (
        <li key={id}>{nameOf(id)}</li>
      ))}
    </ul>
  );
}
