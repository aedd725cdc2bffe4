import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A fenced block of a page of the documentation. */
export interface CodeBlock {
  readonly page: string;
  /** Line of the fence, for messages. */
  readonly line: number;
  /** First word after the fence; empty for plain text. */
  readonly language: string;
  /** Further words, such as `runnable`. */
  readonly kind: string;
  readonly code: string;
  /** Why the block is not checked, from a comment above it; undefined: it is. */
  readonly unchecked: string | undefined;
}

const root = resolve(__dirname, '../..');

/** Pages of the documentation, by their paths in the repository. */
const documentationPages: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'GOVERNANCE.md',
  'ROADMAP.md',
  'SECURITY.md',
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
];

const block = /^(?:<!-- not checked: (.+) -->\n)?^( *)(`{3,})(\S*)(.*)\n([\s\S]*?)^\2\3$/gm;

/** Returns the fenced blocks of a page. */
export function readCodeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(block)].map(
    ({ index, 0: whole, 1: unchecked, 4: language = '', 5: kind = '', 6: code = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length + (unchecked === undefined ? 0 : 1),
      language,
      kind: kind.trim(),
      code: whole.includes('\n  ```') ? code.replace(/^ {2,3}/gm, '') : code,
      unchecked,
    }),
  );
}

/** Every block of the documentation. */
export const readAllCodeBlocks = (): CodeBlock[] => documentationPages.flatMap(readCodeBlocks);
