import type { PdfBlock, PdfDocument, PdfFact, PdfTable, PdfText } from './pdf-document';

const plain = (text: string | null): PdfText[] => (text === null ? [] : [{ text }]);
const optional = (text: PdfText | null): PdfText[] => (text === null ? [] : [text]);
const ofFacts = (facts: readonly PdfFact[]): PdfText[] =>
  facts.flatMap(({ label, value }) => [{ text: label }, value]);
const ofTable = (table: PdfTable | null): PdfText[] =>
  table === null ? [] : [...table.head.map((text) => ({ text })), ...table.rows.flat()];

function ofBlock(block: PdfBlock): PdfText[] {
  switch (block.type) {
    case 'heading':
      return plain(block.text);
    case 'paragraph':
      return [block.text];
    case 'quote':
      return [...optional(block.heading), ...optional(block.text)];
    case 'facts':
      return ofFacts(block.rows);
    case 'table':
      return ofTable(block.table);
    case 'choice':
      return [
        block.heading,
        ...plain(block.state.text),
        ...optional(block.description),
        ...ofFacts(block.facts),
        ...ofTable(block.table),
        ...plain(block.note),
      ];
  }
}

/** Returns every text of a document, to choose fonts before the first page. */
export function allTexts({ title, issuer, lead, blocks, footer }: PdfDocument): PdfText[] {
  const pageNumber = `${footer.page}0123456789`;
  return [
    ...plain(title),
    ...plain(issuer),
    ...plain(lead),
    ...plain(footer.text),
    ...plain(pageNumber),
    ...blocks.flatMap(ofBlock),
  ];
}
