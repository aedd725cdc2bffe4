import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { testInDeep } from '../support/scope';

/**
 * A class that one component adds to its own, such as the `danger` of a button, must not be a class with rules for
 * any element, such as the `small` of texts: whoever has the first would be dressed as the second.
 */

const root = 'src/dashboard';
const filesOf = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file));

/** The parts of all selectors, without combinators: `.button.danger`, `.small`. */
const compounds = filesOf(`${root}/styles`, /\.css$/).flatMap((file) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .matchAll(/([^{}]+)\{/g),
  ]
    .map(([, selector = '']) => selector)
    .filter((selector) => !selector.trimStart().startsWith('@'))
    .flatMap((selector) => selector.split(/[\s,>+~]+/)),
);
const classesIn = (compound: string) =>
  [...compound.replace(/\(.*?\)|\[.*?\]/g, '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);

/** Classes with rules for whatever element has them. */
const general = new Set(compounds.map(classesIn).flatMap((names) => (names.length === 1 ? names : [])));

/** Classes that the code computes as a part of a class name, such as the `${variant}` of a button. */
function computedClasses(): Set<string> {
  const config = ts.getParsedCommandLineOfConfigFile(
    'tsconfig.dashboard.json',
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const addStrings = (type: ts.Type) => {
    if (type.isUnion()) type.types.forEach(addStrings);
    else if (type.isStringLiteral())
      for (const name of type.value.split(/\s+/).filter(Boolean)) found.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className' && node.initializer)
      ts.forEachChild(node.initializer, function inside(part): void {
        if (ts.isTemplateSpan(part)) addStrings(checker.getTypeAtLocation(part.expression));
        ts.forEachChild(part, inside);
      });
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (file.fileName.includes('src/dashboard/')) visit(file);
  return found;
}

testInDeep('no class that a component adds to its own has rules for every element', () => {
  const added = new Set([...computedClasses(), ...compounds.map(classesIn).flatMap(([, ...more]) => more)]);
  expect(added).toContain('danger');
  expect(general).toContain('small');
  expect([...added].filter((name) => general.has(name))).toEqual([]);
});
