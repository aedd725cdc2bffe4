/** Returns a row of a table, without line breaks and with escaped pipes: they would end the row or a cell. */
function row(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) =>
    String(cell)
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('|', '\\|'),
  );
  return `| ${texts.join(' | ')} |`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row).join('\n');
}

/** Returns inline code; a text that contains a backtick is enclosed in two. */
export const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Returns a generated page: title, source, and its parts with a blank line between them. */
export function page(title: string, source: string, parts: readonly string[]): string {
  return `${[`# ${title}`, `<!-- Generated from ${source} by \`npm run docs\`; do not edit. -->`, ...parts].join('\n\n')}\n`;
}
