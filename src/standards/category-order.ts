/** Lists categories in the order in which visitors see them: those without a place come last, as listed. */
export function orderCategories<C extends { readonly order?: number | undefined }>(
  categories: Readonly<Record<string, C>>,
): [id: string, category: C][] {
  const place = ({ order = Number.MAX_SAFE_INTEGER }: C) => order;
  return Object.entries(categories).sort(([, a], [, b]) => place(a) - place(b));
}
