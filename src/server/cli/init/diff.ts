/** Lines that a change shows around it. */
const context = 2;

/** Returns the difference of two texts line by line, as `diff -u` shows it. `before` null: a new file. */
export function renderDiff(file: string, before: string | null, after: string): string[] {
  const [old, now] = [before === null ? [] : toLines(before), toLines(after)];
  const rows = compare(old, now);
  const near = rows.map((_row, index) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== ' '),
  );
  const shown = rows.flatMap(({ sign, line }, index) => {
    if (near[index]) return [`${sign} ${line}`];
    return near[index - 1] ? ['  …'] : [];
  });
  return [`--- ${before === null ? 'new file' : file}`, `+++ ${file}`, ...shown];
}

const toLines = (text: string) => text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Finds lines that were added or removed. Our changes are few, so that the next equal line is close. */
function compare(old: readonly string[], now: readonly string[]) {
  const rows: { sign: ' ' | '+' | '-'; line: string }[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    const [oldLine, newLine] = [old[left], now[right]];
    if (oldLine !== undefined && oldLine === newLine) {
      rows.push({ sign: ' ', line: oldLine });
      left += 1;
      right += 1;
    } else if (oldLine === undefined || (newLine !== undefined && now.indexOf(oldLine, right) !== -1)) {
      rows.push({ sign: '+', line: newLine ?? '' });
      right += 1;
    } else {
      rows.push({ sign: '-', line: oldLine });
      left += 1;
    }
  }
  return rows;
}
