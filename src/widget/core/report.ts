/** A request without a usable answer. */
export interface Failure extends Error {
  /** Of the answer; 0: there was none. */
  readonly status: number;
}

/** Creates the error of a request without a usable answer. */
export const createFailure = (url: string | URL, status = 0): Failure =>
  Object.assign(
    new Error(
      `No usable answer from ${url} (status: ${status || 'none'}). See docs/guide/troubleshooting.md#no-usable-answer`,
    ),
    { status },
  );

/** Returns a function that reports what failed, once, as a warning: nothing of the page depends on it. */
export function createReport(): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    const text = `${error}`;
    if (reported.has(text)) return;
    reported.add(text);
    const isFailure = (error as Partial<Failure> | undefined)?.status !== undefined;
    console.warn('express-consent:', isFailure ? (error as Failure).message : error);
  };
}
