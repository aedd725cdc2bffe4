import { useFormats, useWords } from '../../../words';
import { words } from './words';

/** Returns a function that names a variant, with what it tries where its author has said so. */
export function useVariantName() {
  const text = useWords(words);
  return ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }): string =>
    id === 'A' ? text.variantA : name ? `${text.variant(id)}: ${name}` : text.variant(id);
}

/** Returns a function that names all variants of a version by their letters. */
export function useVariantsLabel() {
  const text = useWords(words);
  const formats = useFormats();
  return (variants: readonly { readonly id: string }[]): string =>
    text.variantsOf(formats.list(variants.map(({ id }) => id)));
}
