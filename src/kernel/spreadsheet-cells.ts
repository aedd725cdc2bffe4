/**
 * Cells that a spreadsheet would run as a formula (OWASP "CSV Injection"): those that begin with `= + - @`, their
 * full-width forms, tab or CR, also behind apostrophes, so that the guard can be undone exactly.
 */
const risky = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before a cell that would run. */
export function guardCell(cell: string): string {
  return risky.test(cell) ? `'${cell}` : cell;
}

/** Takes the apostrophe of `guardCell` away again. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell;
}
