import { isApiError } from './errors';

/**
 * Asks the operator to prove who they are.
 * @param accepts the proofs that the service accepts, such as `currentPassword`
 * @returns whether it was proven
 */
type AskForProof = (accepts: readonly string[]) => Promise<boolean>;

let ask: AskForProof | null = null;
let running: Promise<boolean> | null = null;

/** Sets the function that asks for proof. Returns a function that unsets it. */
export function onProofNeeded(next: AskForProof): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * Sends a request. When the service first wants a proof of identity, asks for one and sends the request again. Requests
 * that need a proof at the same time share one question.
 */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error, 'reauthentication_required') || ask === null) throw error;
    const { accepts = [] } = error.body as { readonly accepts?: readonly string[] };
    running ??= ask(accepts).finally(() => {
      running = null;
    });
    if (!(await running)) throw error;
    return send();
  }
}
