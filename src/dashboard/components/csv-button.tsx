import { byteOrderMark, csvLines } from '#platform/csv/csv-writer';
import { saveText } from '../api/download';
import { useSharedWords } from '../words';
import { Button } from './button';
import type { Column } from './table';

/** Saves the rows of a table as CSV: the columns that have a `value`. */
export function CsvButton<Row>({
  label,
  columns,
  rows,
}: {
  /** Names the table, and the file. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}) {
  const { actions } = useSharedWords();
  const save = () => {
    const named = columns.filter(({ value }) => value !== undefined);
    const lines = [
      named.map(({ title }) => title),
      ...rows.map((row) => named.map(({ value }) => value?.(row) ?? '')),
    ];
    saveText(byteOrderMark + csvLines(lines), `${label}.csv`, 'text/csv');
  };
  return (
    <Button
      variant="quiet"
      icon="download"
      isDisabled={rows.length === 0}
      onPress={save}
      aria-label={actions.saveAsCsv(label)}
    >
      CSV
    </Button>
  );
}
