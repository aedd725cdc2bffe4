import ts from 'typescript';
import { nodesOf, placeOf, sourceFiles } from '../support/source-files';

/**
 * Snippets in the head of a page run before the page has elements that could have the names of their tools, and count
 * every byte.
 */
const beforeAnyElement = ['src/widget/head.ts', 'src/widget/early.ts'];

/**
 * Globals that only a script of the page makes, so an element with that id would pass for them. The APIs of the IAB
 * frameworks are not among them: the widget sets them before it calls them.
 */
const madeByPages = ['expressConsent', 'dataLayer', 'Temporal', 'requestIdleCallback'];

const nodes = sourceFiles(
  ({ fileName }) => fileName.startsWith('src/widget/') && !beforeAnyElement.includes(fileName),
).flatMap(nodesOf);
const isIdentifier = (node: ts.Node, name: string) => ts.isIdentifier(node) && node.text === name;

/** Whether the value is only written, which also replaces what an element made. */
const isWritten = ({ parent }: ts.Node) =>
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
  ts.isDeleteExpression(parent);

test('the widget reads no member of `document` that an element of the page can replace: use `dom`', () => {
  const wrong = nodes.filter(
    (node) => ts.isPropertyAccessExpression(node) && isIdentifier(node.expression, 'document'),
  );
  expect(wrong.map(placeOf)).toEqual([]);
});

test('the widget reads globals of the page with `readGlobal`', () => {
  const wrong = nodes.filter(
    (node) =>
      ts.isPropertyAccessExpression(node) &&
      isIdentifier(node.expression, 'window') &&
      madeByPages.includes(node.name.text) &&
      !isWritten(node),
  );
  expect(wrong.map(placeOf)).toEqual([]);
});
