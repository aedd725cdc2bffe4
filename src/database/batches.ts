/** Rows of one statement: as many as keep its length and its parameters below every database's limits. */
const rowsPerStatement = 500;

/** Rows, or values to look for, in parts of which each fits in one statement. */
export function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / rowsPerStatement);
  return Array.from({ length: count }, (_batch, index) =>
    items.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}
