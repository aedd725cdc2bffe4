/** Returns a row of a table. Pipes are escaped, because they would end a cell. */
function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
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
