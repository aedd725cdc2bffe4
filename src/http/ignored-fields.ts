import type { ServerResponse } from 'node:http';
import type { OnIgnored } from '../kernel/known-part';

/**
 * Name of the header that lists body fields and query parameters that the route does not know and that are
 * therefore not handed on. They are often misspelt.
 */
const ignoredFieldsHeader = 'X-Ignored-Fields';

const maxNames = 10;
const maxLength = 60;

/**
 * Returns a function that adds a name to the header: at most ten, with unusual characters replaced. Errors
 * carry the header too: a required field may be missing because its name was misspelt.
 */
export function ignoredFields(res: ServerResponse): OnIgnored {
  const names: string[] = [];
  return (name) => {
    if (names.length >= maxNames) return;
    names.push(toHeaderText(name));
    res.setHeader(ignoredFieldsHeader, names.join(', '));
  };
}

function toHeaderText(name: string): string {
  const safe = name.slice(0, maxLength).replace(/[^A-Za-z0-9_.[\]$-]/g, '?');
  return name.length > maxLength ? `${safe}...` : safe;
}
