import type { DataOf } from '../../../api/use-resource';
import { Chip } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { words } from './words';

/** Marks a version that shows variants; nothing for others. */
export function VariantsChip({
  variants,
}: {
  readonly variants: DataOf<'listProfileVersions'>[number]['variants'];
}) {
  const text = useWords(words);
  const formats = useFormats();
  if (variants.length === 0) return null;
  return <Chip tone="info">{text.variantsOf(formats.list(variants.map(({ id }) => id)))}</Chip>;
}
