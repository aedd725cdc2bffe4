import { maskCode, maskComments } from './mask-code';

/** How the files of an app are written. */
export type ModuleKind = 'esm' | 'cjs' | 'ts';

/** Ways in which an app is made, and the package whose import stands at the beginning of its file. */
const makers = [
  { made: /=\s*express\(\s*\)/, packageName: 'express' },
  {
    made: /=\s*await\s+NestFactory\.create\s*(?:<[\w\s,.]+>)?\(\s*\w+\s*(?:,\s*\{[^\n{}]*\}\s*)?\)/,
    packageName: '@nestjs/core',
  },
] as const;

const declaration =
  /^([ \t]*)(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*(?::\s*[\w.<>]+\s*)?(?==)/;

/** Returns whether a text makes an app of Express or NestJS. */
export const makesApp = (text: string): boolean => {
  const masked = maskCode(text) ?? '';
  return makers.some(({ made }) => made.test(masked));
};

export interface EntryEdit {
  readonly kind: ModuleKind;
  /** Path of the module that exports the service, from the entry: `./consent.mjs`. */
  readonly specifier: string;
}

/**
 * Adds the lines that mount the routers: one after the import of the framework, unless it is there from an earlier run,
 * and one after the line that makes the app.
 * @returns null when the file is not written as expected, so that a person has to do it
 */
export function editEntry(text: string, { kind, specifier }: EntryEdit): string | null {
  const masked = maskCode(text);
  if (masked === null) return null;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const codeLines = masked.split(/\r?\n/);
  for (const { made, packageName } of makers) {
    const apps = codeLines.flatMap((line, index) => (made.test(line) ? [index] : []));
    const [appLine = -1] = apps;
    const app = declaration.exec(codeLines[appLine] ?? '');
    // Another statement on the line, or a chain that goes on below it, would be cut in two.
    if (apps.length !== 1 || app === null || !/\)\s*;?\s*$/.test(codeLines[appLine] ?? '')) continue;
    if (/^\s*[.[(]/.test(codeLines[appLine + 1] ?? '')) continue;
    const importLine = findImport(lines, codeLines, packageName, appLine);
    if (importLine === -1) continue;

    const [, indent = '', name = 'app'] = app;
    const semicolon = /;\s*$/.test(lines[importLine] ?? '') ? ';' : '';
    const quote = lines[importLine]?.includes('"') ? '"' : "'";
    const module = `${quote}${specifier}${quote}`;
    const mounted = `${indent}${name}.use(consent.publicRouter, consent.adminRouter)${semicolon}`;
    const imported =
      kind === 'cjs'
        ? `const { consent } = require(${module})${semicolon}`
        : `import { consent } from ${module}${semicolon}`;
    return [
      ...lines.slice(0, importLine + 1),
      ...(isImported(lines.slice(0, appLine).join('\n'), specifier) ? [] : [imported]),
      ...lines.slice(importLine + 1, appLine + 1),
      mounted,
      ...lines.slice(appLine + 1),
    ].join(eol);
  }
  return null;
}

/** Returns whether the text takes `consent` from the module of the service already. */
function isImported(text: string, specifier: string): boolean {
  const imports =
    /(?:import|const|let|var)\s*\{[^{}]*\bconsent\b[^{}]*\}\s*(?:from|=\s*require\()\s*['"]([^'"]+)['"]/g;
  return [...maskComments(text).matchAll(imports)].some(([, name]) => name === specifier);
}

/** Returns the line with the whole import of a package, at the top level and before the app; -1 for none. */
function findImport(
  lines: readonly string[],
  codeLines: readonly string[],
  packageName: string,
  appLine: number,
): number {
  const name = `['"]${packageName}['"]`;
  const whole = new RegExp(
    `^(?:import\\b[^;]*\\bfrom\\s*${name}|import\\s+\\w+\\s*=\\s*require\\(\\s*${name}\\s*\\)|(?:const|let|var)\\s+[\\w{},\\s:]+=\\s*require\\(\\s*${name}\\s*\\)(?:\\.default)?)\\s*;?\\s*(?://.*)?$`,
  );
  return lines.findIndex(
    (line, index) =>
      index < appLine && whole.test(line) && /^(?:import|const|let|var)\b/.test(codeLines[index] ?? ''),
  );
}

/** Returns the lines that a person has to add, for a file that cannot be edited. */
export const mountLines = ({ kind, specifier }: EntryEdit): readonly string[] => [
  kind === 'cjs' ? `const { consent } = require('${specifier}');` : `import { consent } from '${specifier}';`,
  'app.use(consent.publicRouter, consent.adminRouter); // right after the line that makes the app',
];
