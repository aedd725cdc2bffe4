import { unknownFields } from '../kernel/known-part';
import type { Route } from './route';

/**
 * Name of the header that lists body fields and query parameters that the route does not know, which are
 * often misspelt.
 */
export const ignoredFieldsHeader = 'X-Ignored-Fields';

const maxNames = 10;
const maxLength = 60;

/**
 * Returns the value of the header: at most ten names, with unusual characters replaced. Null when the route
 * knows all fields and parameters.
 */
export function ignoredFields(
  route: Pick<Route, 'query' | 'body'>,
  query: Readonly<Record<string, string>>,
  body: unknown,
): string | null {
  const names = Object.keys(query).filter(
    (name) => route.query === undefined || !Object.hasOwn(route.query.properties, name),
  );
  if (route.body !== undefined) {
    for (const name of unknownFields(route.body, body)) {
      if (names.length >= maxNames) break;
      names.push(name);
    }
  }
  return names.length === 0 ? null : names.slice(0, maxNames).map(toHeaderText).join(', ');
}

function toHeaderText(name: string): string {
  const safe = name.slice(0, maxLength).replace(/[^A-Za-z0-9_.[\]$-]/g, '?');
  return name.length > maxLength ? `${safe}...` : safe;
}
