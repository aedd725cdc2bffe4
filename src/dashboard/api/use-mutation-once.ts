import {
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { keepAttempt } from './attempts';

/** A mutation whose `mutate` ignores input that is still being sent, as on a double click. */
export function useMutationOnce<Data, Input>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const running = useRef(new Map<string, Parameters<UseMutateFunction<Data, Error, Input>>>());
  const mutation = useMutation<Data, Error, Input>({
    // Without a network the call fails at once instead of waiting unseen.
    networkMode: 'always',
    ...options,
    onError(error, input) {
      const args = running.current.get(keyOf(input));
      if (args) keepAttempt(error, () => mutate(...args));
    },
    onSettled: (_data, _error, input) => void running.current.delete(keyOf(input)),
  });
  const start = mutation.mutate;
  const mutate = useCallback<typeof start>(
    (...args) => {
      const key = keyOf(args[0]);
      if (running.current.has(key)) return;
      running.current.set(key, args);
      start(...args);
    },
    [start],
  );
  return { ...mutation, mutate };
}

const keyOf = (input: unknown) => JSON.stringify(input) ?? '';
