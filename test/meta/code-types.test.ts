import { basename, dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { type CodeBlock, readAllCodeBlocks } from '../support/code-blocks';
import { describeInAll } from '../support/scope';

const root = resolve(__dirname, '../..');

/** Extensions of the languages that the compiler reads. */
const extensions: Readonly<Record<string, string>> = { js: '.js', jsx: '.jsx', ts: '.ts', tsx: '.tsx' };
/** Other tests run the `runnable` ones. Pages in docs/reference are written from the sources, the last two are about tests. */
const blocks = readAllCodeBlocks().filter(
  ({ language, kind, page, unchecked }) =>
    language in extensions &&
    !kind.includes('runnable') &&
    unchecked === undefined &&
    !/^docs\/(reference|contributing)\/|^CONTRIBUTING/.test(page),
);

/** Packages that blocks import and that are not installed here. */
const notInstalled =
  /'(@playwright\/test|cypress|@aws-sdk\/client-cloudfront|@opentelemetry\/(sdk-node|auto-instrumentations-node))'/;

/** Blocks are compiled as files next to their pages, so that those of an example can import its programs. */
const nameOf = ({ page, line, language }: CodeBlock) =>
  join(root, dirname(page), `${basename(page, '.md')}-${line}${extensions[language]}`);

function compile(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.test.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, extends: join(root, 'tsconfig.json'), include: [] },
    ts.sys,
    root,
  );
  const settings: ts.CompilerOptions = {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    jsx: ts.JsxEmit.ReactJSX,
    types: ['node'],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    allowJs: true,
    checkJs: true,
    noImplicitAny: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    noEmit: true,
    isolatedModules: false,
  };
  const files = new Map(blocks.map((block) => [nameOf(block), block.code]));
  const host = ts.createCompilerHost(settings);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const code = files.get(name);
    return code === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, code, version);
  };
  const names = join(root, 'test/support/documented-names.d.ts');
  return ts.createProgram([...files.keys(), names], settings, host);
}

describeInAll('JavaScript and TypeScript in the documentation', () => {
  let program: ts.Program;
  beforeAll(() => {
    program = compile();
  }, 120_000);

  const faultsOf = (block: CodeBlock) => {
    const file = program.getSourceFile(nameOf(block));
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found
      .map(({ start = 0, messageText }) => {
        const line = block.line + (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${block.page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      })
      .filter((fault) => !/Cannot find module/.test(fault) || !notInstalled.test(fault));
  };

  test('compiles against the types of the package', () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(blocks.flatMap(faultsOf)).toEqual([]);
  }, 120_000);
});
