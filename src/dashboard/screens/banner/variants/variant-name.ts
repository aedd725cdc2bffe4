import { useWords } from '../../../words';
import { words } from './words';

/** Returns a function that names a variant, with what it tries where its author has said so. */
export function useVariantName() {
  const text = useWords(words);
  return ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }): string =>
    id === 'A' ? text.variantA : name ? `${text.variant(id)}: ${name}` : text.variant(id);
}
