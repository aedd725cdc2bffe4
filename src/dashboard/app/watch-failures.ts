import type { QueryClient } from '@tanstack/react-query';

/** Calls a function with the error of each request that fails. Returns a function that ends this. */
export function watchFailures(client: QueryClient, note: (error: unknown) => void): () => void {
  const queries = client
    .getQueryCache()
    .subscribe(
      (event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error),
    );
  const mutations = client
    .getMutationCache()
    .subscribe(
      (event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error),
    );
  return () => {
    queries();
    mutations();
  };
}
