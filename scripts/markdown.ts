/** A row of a table; a pipe inside a cell would end it. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row).join('\n');
}

/** A text with a backtick in it needs two around it. */
export const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** A generated page: title, where it comes from, and its parts with a blank line between them. */
export function page(title: string, source: string, parts: readonly string[]): string {
  return `${[`# ${title}`, `<!-- Generated from ${source} by \`npm run docs\`; do not edit. -->`, ...parts].join('\n\n')}\n`;
}
