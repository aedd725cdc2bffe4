import { permissionOrder, usePermissionName } from '../words';

/** What somebody can do after a change that they cannot do before it. */
export function Gains({ permissions }: { readonly permissions: readonly string[] }) {
  const nameOf = usePermissionName();
  const inOrder = [...permissions].sort((a, b) => permissionOrder(a) - permissionOrder(b));
  return (
    <ul className="bullets">
      {inOrder.map((id) => (
        <li key={id}>{nameOf(id)}</li>
      ))}
    </ul>
  );
}
