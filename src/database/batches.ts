/**
 * Number of rows in one statement, which keeps its length and parameters below the limits of every database.
 */
const rowsPerStatement = 500;

/** Splits rows or values into batches that fit into one statement each. */
export function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / rowsPerStatement);
  return Array.from({ length: count }, (_batch, index) =>
    items.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );
}
