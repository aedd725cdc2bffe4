import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');

/** Makes `import(name)` fail as Node does where a package is not installed. */
const hideFromImport = (name: string) => `
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    export function resolve(specifier, context, next) {
      if (specifier !== ${JSON.stringify(name)}) return next(specifier, context);
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    }
  \`));
`;

/**
 * Runs a program in a Node process in which a package is not installed, in the root folder of the project.
 * @param program CommonJS that can require our sources and prints JSON
 */
export async function withoutPackage(name: string, program: string): Promise<unknown> {
  const hide = `data:text/javascript,${encodeURIComponent(hideFromImport(name))}`;
  const typescript = join(__dirname, 'typescript.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--require', typescript, '--import', hide, '--eval', program],
    { cwd: root },
  );
  return JSON.parse(stdout);
}
