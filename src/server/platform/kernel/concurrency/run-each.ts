/**
 * Runs work for each item in turn, also for those after one for which it fails: a tenant whose rows are locked, for
 * example, must not keep the data of the others in the database.
 * @throws the error of the first that failed, after the last
 */
export async function runEach<Item>(items: Iterable<Item>, work: (item: Item) => unknown): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
