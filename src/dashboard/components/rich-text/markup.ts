import type { Format } from './toolbar';

/** A text and its selected part. */
interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts HTML around the selection, which stays selected. Of a new link, the empty address is selected. */
export function withFormat({ text, start, end }: Selected, format: Format): Selected {
  const selected = text.slice(start, end);
  const put = (before: string, inside: string, after: string): Selected => ({
    text: text.slice(0, start) + before + inside + after + text.slice(end),
    start: start + before.length,
    end: start + before.length + inside.length,
  });
  switch (format) {
    case 'bold':
      return put('<strong>', selected, '</strong>');
    case 'italic':
      return put('<em>', selected, '</em>');
    case 'list':
      return put('<ul>', toEntries(selected), '</ul>');
    case 'numbers':
      return put('<ol>', toEntries(selected), '</ol>');
    case 'link': {
      const linked = put('<a href="">', selected, '</a>');
      const address = start + '<a href="'.length;
      return { ...linked, start: address, end: address };
    }
  }
}

/** Each line becomes an entry. */
const toEntries = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line, index) => line !== '' || index === 0)
    .map((line) => `<li>${line}</li>`)
    .join('');
