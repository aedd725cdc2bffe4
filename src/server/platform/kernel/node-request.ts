import type { IncomingMessage } from 'node:http';

/**
 * Checks that a request is one of Node. The headers of a Fetch request are not properties, so its cookies and signals
 * would be missing without an error.
 * @throws TypeError
 */
export function requireNodeRequest({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (typeof headers.get === 'function')
    throw new TypeError(
      'The request must be one of node:http, and is one of Fetch. See docs/guide/recipes.md#other-frameworks-on-node',
    );
}
