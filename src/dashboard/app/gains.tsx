import { permissionOrder, usePermissionName } from '../words';

/** Lists what somebody can do only after a change. */
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
