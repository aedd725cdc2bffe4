/**
 * Returns the result of `work`, or that of `onLate` when the work takes longer than the given time (ms). The
 * work itself continues, and its result is then ignored.
 * @throws the error of `work` or `onLate`
 */
export async function withDeadline<T, Late>(
  milliseconds: number,
  work: T | PromiseLike<T>,
  onLate: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const expired = Symbol('expired');
  const deadline = new Promise<typeof expired>((resolve) => {
    timer = setTimeout(resolve, milliseconds, expired);
  });
  try {
    const result = await Promise.race([work, deadline]);
    return result === expired ? onLate() : result;
  } finally {
    clearTimeout(timer);
  }
}
