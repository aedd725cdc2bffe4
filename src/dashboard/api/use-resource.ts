import {
  keepPreviousData,
  type Query,
  type UseMutationResult,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AdminOperations, Answer } from '#client/index';
import { call } from './client';
import { isApiError } from './errors';
import { currentTenant } from './tenant';
import { useMutationOnce } from './use-mutation-once';

export type OperationName = keyof AdminOperations;
export type InputOf<Name extends OperationName> = AdminOperations[Name]['input'];
export type DataOf<Name extends OperationName> = AdminOperations[Name]['data'];

type AnyCall = (name: OperationName, input?: object) => Promise<Answer<unknown>>;

export interface ResourceOptions {
  /** False delays the request. */
  readonly enabled?: boolean;
  /** Keeps showing the previous answer while the next page or filter loads. */
  readonly keepPrevious?: boolean;
  /** Time for which an answer that is no longer shown stays in memory (ms). Default: 5 minutes. */
  readonly keepFor?: number;
  /** Interval at which the request is repeated while the tab is visible (ms). */
  readonly refetchInterval?: number;
}

/**
 * Reads an operation, keeps its answer, and reads it again when it is shown after a change.
 *
 * @example
 * const templates = useResource('listConsentTemplates');
 * return <Load of={templates}>{(list) => …}</Load>;
 */
export function useResource<Name extends OperationName>(
  name: Name,
  input?: InputOf<Name>,
  options: ResourceOptions = {},
): UseQueryResult<DataOf<Name>> {
  return useQuery({
    ...queryOf(name, input, options),
    select: (answer: Answer<unknown>) => answer.data as DataOf<Name>,
  });
}

interface Pages {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}
type ListName = {
  [Name in OperationName]: DataOf<Name> extends Pages ? Name : never;
}[OperationName];

/** Reads all pages of a list, one after the other, and returns their items once it has them all. */
export function useEveryPage<Name extends ListName>(
  name: Name,
  query: object,
  options: Pick<ResourceOptions, 'enabled'> = {},
): UseQueryResult<DataOf<Name>['items']> {
  return useQuery({
    queryKey: [...queryKeyOf(name, { query }), 'every page'],
    async queryFn({ signal }) {
      const items: unknown[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const input = { query: { ...query, limit: 200, ...(cursor && { cursor }) }, signal };
        const page = (await (call as AnyCall)(name, input)).data as Pages;
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items as DataOf<Name>['items'];
    },
    ...options,
  });
}

/** As `useResource`, with the ETag and the headers of the answer. */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input?: InputOf<Name>,
  options: ResourceOptions = {},
): UseQueryResult<Answer<DataOf<Name>>> {
  return useQuery({
    ...queryOf(name, input, options),
    select: (answer: Answer<unknown>) => answer as Answer<DataOf<Name>>,
  });
}

/** Read before it is known which tenant is shown, and the same for all. */
const ofNoTenant: ReadonlySet<OperationName> = new Set(['getCurrentUser', 'getSignInMode', 'listTenants']);

/** The key under which the answer of an operation is kept. */
export const queryKeyOf = (name: OperationName, input: object = {}): readonly unknown[] => [
  name,
  ofNoTenant.has(name) ? null : currentTenant(),
  input,
];

function queryOf(name: OperationName, input: object | undefined, options: ResourceOptions) {
  const { keepPrevious = false, keepFor, refetchInterval, ...more } = options;
  return {
    queryKey: queryKeyOf(name, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => (call as AnyCall)(name, { ...input, signal }),
    ...(keepPrevious ? { placeholderData: keepPreviousData<Answer<unknown>> } : {}),
    ...(keepFor === undefined ? {} : { gcTime: keepFor }),
    ...(refetchInterval === undefined ? {} : { refetchInterval: whileSignedIn(refetchInterval) }),
    ...more,
  };
}

/** After the session has ended nothing is read again until the operator has signed in. */
const whileSignedIn =
  (interval: number) =>
  ({ state }: Pick<Query, 'state'>) =>
    isApiError(state.error, 'unauthenticated') ? false : interval;

/** Returns a function that marks the answers of operations as outdated, so that screens read them again. */
export function useInvalidate(): (...names: readonly OperationName[]) => Promise<void> {
  const client = useQueryClient();
  return async (...names) => {
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/** Returns a function that stores an answer as if it had just been read. */
export function useKeepAnswer(): <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  answer: Answer<DataOf<Name>>,
) => void {
  const client = useQueryClient();
  return (name, input, answer) => void client.setQueryData(queryOf(name, input, {}).queryKey, answer);
}

/**
 * Returns a function that marks answers as outdated without reading them again, because their subject has been deleted.
 */
export function useForget(): (...names: readonly OperationName[]) => void {
  const client = useQueryClient();
  return (...names) => {
    for (const name of names) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  };
}

/**
 * Runs an operation that changes something. Pressing its button several times runs it once.
 * @param changes the operations whose answers it makes old
 *
 * @example
 * const revoke = useAction('revokeApiKey', ['listApiKeys']);
 * <Button onPress={() => revoke.mutate({ params: { id } })} isPending={revoke.isPending}>…</Button>
 * <ErrorNotice error={revoke.error} />
 */
export function useAction<Name extends OperationName>(
  name: Name,
  changes: readonly OperationName[] = [],
): UseMutationResult<Answer<DataOf<Name>>, Error, InputOf<Name> & { readonly ifMatch?: string | undefined }> {
  const invalidate = useInvalidate();
  return useMutationOnce({
    mutationFn: async (input) => (await (call as AnyCall)(name, input)) as Answer<DataOf<Name>>,
    onSuccess: () => invalidate(...changes),
  });
}

/**
 * Returns a function that runs an operation to undo an action. As messages offer it longer than the screen of the action
 * may be shown, it reports its failure by rejecting.
 * @param changes as for `useAction`
 */
export function useUndo<Name extends OperationName>(
  name: Name,
  changes: readonly OperationName[] = [],
): (input: InputOf<Name>) => Promise<void> {
  const invalidate = useInvalidate();
  return async (input) => {
    await (call as AnyCall)(name, input);
    await invalidate(...changes);
  };
}
