/**
 * What `work` gives, unless that takes longer than so many milliseconds. The work itself goes on, and nobody
 * looks at how it ends.
 * @throws what `late` makes, when it takes longer; otherwise what `work` throws
 */
export async function within<T>(
  milliseconds: number,
  work: T | PromiseLike<T>,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
