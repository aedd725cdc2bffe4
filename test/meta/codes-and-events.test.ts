import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { errorCodes } from '#platform/kernel/errors';
import { readEvents } from '../../scripts/generate-events';
import { calledName, nodesOf, placeOf, sourceFiles, stringOf } from '../support/source-files';

const nodes = sourceFiles().flatMap(nodesOf);

describe('error codes', () => {
  const codes = Object.keys(errorCodes);
  const isServiceError = (node: ts.Node): node is ts.NewExpression =>
    ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'ServiceError';

  /** Returns the codes in an expression: a string, or one of two. */
  function codesIn(node: ts.Node | undefined): (string | null)[] {
    if (node !== undefined && ts.isConditionalExpression(node))
      return [...codesIn(node.whenTrue), ...codesIn(node.whenFalse)];
    return [stringOf(node)];
  }

  const reference = new Set(readFileSync('docs/reference/errors.md', 'utf8').split('\n'));

  test('every error that is thrown names a code of the table', () => {
    const thrown = nodes.filter(isServiceError);
    const unknown = thrown.filter((node) =>
      codesIn(node.arguments?.[0]).some((code) => code !== null && !codes.includes(code)),
    );
    expect(unknown.map(placeOf)).toEqual([]);
    expect(thrown.length).toBeGreaterThan(30);
  });

  test('every code of the table is answered somewhere', () => {
    // Route tables only announce; an answer is a ServiceError or a reply made in advance.
    const answers = nodes.filter((node) => isServiceError(node) || calledName(node) === 'errorReply') as (
      | ts.NewExpression
      | ts.CallExpression
    )[];
    const answered = new Set(answers.flatMap((node) => codesIn(node.arguments?.[0])));
    // Or what the API returns for a route whose feature is off.
    const disabled = nodes
      .filter((node) => ts.isPropertyAssignment(node) && node.name.getText() === 'disabled')
      .flatMap((node) => codesIn((node as ts.PropertyAssignment).initializer));
    expect(codes.filter((code) => !answered.has(code) && !disabled.includes(code))).toEqual([]);
  });

  test.each(Object.entries(errorCodes))(
    '%s has an error status, a sentence, and a line in the reference',
    (code, { status, message }) => {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(reference.has(`| ${status} | \`${code}\` | ${message} |`)).toBe(true);
    },
  );
});

describe('events', () => {
  const events = readEvents();
  const names = events.map(({ name }) => name);

  test.each(events)('$name is described in a sentence', ({ comment }) => {
    expect(comment).toMatch(/\S\.$/);
  });

  test('every event of the map is emitted somewhere', () => {
    const mentioned = new Set(
      nodes
        .filter((node) => node.getSourceFile().fileName !== 'src/server/platform/kernel/events.ts')
        .map(stringOf),
    );
    expect(names.filter((name) => !mentioned.has(name))).toEqual([]);
  });

  test('every event that is emitted is in the map', () => {
    const emitted = nodes
      .filter(ts.isCallExpression)
      .filter((call) => calledName(call) === 'emit')
      .flatMap((call) => nodesOf(call.arguments[0] ?? call).map(stringOf))
      .filter((name) => name !== null);
    expect(emitted.length).toBeGreaterThan(3);
    expect(emitted.filter((name) => !names.includes(name))).toEqual([]);
  });
});
