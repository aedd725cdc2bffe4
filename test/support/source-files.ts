import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface SourceText {
  /** `src/…`. */
  readonly fileName: string;
  readonly text: string;
}

/** Every source file of the package as it is written, for what a word or a string can tell. */
export function sourceTexts(): SourceText[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file))
    .map((fileName) => ({ fileName, text: readFileSync(fileName, 'utf8') }));
}

/**
 * Every source file of the package, parsed: rules about code are asked of its syntax. All of them take seconds.
 * @param isWanted default: every file
 */
export function sourceFiles(isWanted: (file: SourceText) => boolean = () => true): ts.SourceFile[] {
  return sourceTexts()
    .filter(isWanted)
    .map(({ fileName, text }) => ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true));
}

/** The node and all below it. */
export function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** `src/a.ts:12`, for messages. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** The text of a string, with or without substitutions to come. */
export function stringOf(node: ts.Node | undefined): string | null {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;
}

/** The name after the last dot of what is called: `where` of `query.where(...)`. */
export function calledName(node: ts.Node): string | null {
  if (!ts.isCallExpression(node)) return null;
  if (ts.isPropertyAccessExpression(node.expression)) return node.expression.name.text;
  return ts.isIdentifier(node.expression) ? node.expression.text : null;
}
