import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';

/** Calls a function with the error of each request that fails. Returns a function that ends this. */
export function watchFailures(client: QueryClient, note: (error: unknown) => void): () => void {
  const look = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type === 'updated' && event.action.type === 'error') note(event.action.error);
  };
  const stops = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
