import type { Failure } from './request';

/** Returns a function that reports a failure once, as a warning: nothing of the page depends on it. */
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
