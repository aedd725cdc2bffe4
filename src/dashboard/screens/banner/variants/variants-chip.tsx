import type { DataOf } from '../../../api/use-resource';
import { Chip } from '../../../components';
import { useVariantsLabel } from './variant-name';

/** Marks a version that shows variants; nothing for others. */
export function VariantsChip({
  variants,
}: {
  readonly variants: DataOf<'listProfileVersions'>[number]['variants'];
}) {
  const labelOf = useVariantsLabel();
  return variants.length === 0 ? null : <Chip tone="info">{labelOf(variants)}</Chip>;
}
