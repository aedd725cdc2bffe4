import { createCsvReader } from '#platform/csv/csv-reader';
import { purposes } from '#standards/compliance/index';
import { cpraCategories } from '#standards/cpra-category';
import type { CatalogueEntry } from './catalogue-entry';

const columns = [
  'id',
  'name',
  'provider',
  'firstParty',
  'domains',
  'purpose',
  'duration',
  'listenGpc',
  'cpraCategory',
  'description',
] as const;

/**
 * Reads the catalogue from CSV. Cells with several values separate them by spaces.
 * @throws Error naming the line that cannot be read
 */
export function readEntries(csv: string): CatalogueEntry[] {
  const { push, end } = createCsvReader(',');
  const lines = csv.split('\n').map((text, index) => ({ number: index + 1, text }));
  const [head, ...records] = [...push(lines), ...end()];
  if (head?.cells?.join() !== columns.join()) throw new Error(`line 1 is not ${columns.join()}`);
  return records.map(({ line, cells }) => {
    try {
      return readEntry(cells ?? []);
    } catch (error) {
      throw new Error(`line ${line} of the cookie catalogue cannot be read`, { cause: error });
    }
  });
}

function readEntry(cells: readonly string[]): CatalogueEntry {
  if (cells.length !== columns.length) throw new Error(`it has ${cells.length} cells, not ${columns.length}`);
  const [id = '', name = '', provider = '', firstParty = '', domains = ''] = cells;
  const [purpose = '', duration = '', listenGpc = '', cpraCategory = '', description = ''] = cells.slice(5);
  const categories = cpraCategory.split(' ').map((category) => oneOf(cpraCategories, category));
  const [first = 'none', ...others] = categories;
  return {
    id,
    name,
    provider,
    purpose: oneOf(purposes, purpose),
    description,
    duration,
    listenGpc: isYes(listenGpc),
    cpraCategory: others.length === 0 ? first : categories,
    ...(domains === '' ? {} : { domains: domains.split(' ') }),
    ...(isYes(firstParty) ? { firstParty: true } : {}),
  };
}

const isYes = (cell: string) => oneOf(['yes', 'no'], cell) === 'yes';

function oneOf<const Value extends string>(values: readonly Value[], cell: string): Value {
  const found = values.find((value) => value === cell);
  if (found === undefined) throw new Error(`"${cell}" is none of ${values.join(', ')}`);
  return found;
}
