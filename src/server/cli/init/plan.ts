import { join, posix } from 'node:path';
import type { ComplianceGroupId } from '#standards/compliance/index';
import { UsageError } from '../usage-error';
import { type DatabaseChoice, privateFolder, readDatabaseOf } from './choices';
import { editEntry, type ModuleKind, mountLines } from './edit-entry';
import { editPage, hasWidget, widgetTag } from './edit-page';
import { addSecrets, append, describeShortSecrets, isSet, nameDatabaseVariable } from './env-file';
import { isTracked } from './git';
import { maskCode, maskComments } from './mask-code';
import { findPackage } from './packages';
import { folderOf, listSources, type Project, specifierOf } from './project';
import { minimalApp, minimalPage, serviceModule, tsconfig, variables } from './templates';
import { type Change, readText } from './write-changes';

export interface Choices {
  readonly groups: readonly ComplianceGroupId[];
  /** Languages, the default one first. */
  readonly locales: readonly string[];
  readonly database: DatabaseChoice;
  readonly adminEmail: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** Packages that are missing, those for development apart. */
  readonly packages: { readonly needed: readonly string[]; readonly dev: readonly string[] };
  /** Work that only a person can do, in sentences and lines of code. */
  readonly byHand: readonly string[];
  /** Files that need no change. */
  readonly present: readonly string[];
  /** Variable that names the database in `.env`; null for SQLite. */
  readonly databaseVariable: string | null;
  /** Whether `.env` has the secrets, or gets them. */
  readonly hasSecrets: boolean;
  /** Whether the service can start with the variables, so that texts can be created. */
  readonly canStart: boolean;
  /** Module of the service, from the folder. */
  readonly serviceFile: string;
  readonly startCommand: string;
  /** Sentence about the changed scripts; null: they are as before. */
  readonly hint: string | null;
  /** Port that the app listens on, as far as its file says so. */
  readonly port: string;
}

const toCode = (text: string) => maskCode(text) ?? text;
const isServiceModule = (text: string) => /createConsentService/.test(toCode(text));
/** Node from these versions on runs TypeScript without a tool. Source: https://nodejs.org/api/typescript.html */
const runsTypeScript = ([major = 0, minor = 0]: readonly number[]) =>
  major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);

/** Plans every change, and makes none. @throws UsageError */
export async function makePlan(project: Project, choices: Choices): Promise<Plan> {
  const { directory, kind, isNew } = project;
  const changes: Change[] = [];
  const byHand: string[] = [];
  const present: string[] = [];
  const read = (file: string) => readText(join(directory, file));
  const add = (file: string, before: string | null, after: string | null, isSecret = false) => {
    if (after === null || after === before) present.push(file);
    else changes.push({ file, before, after, isSecret });
  };

  const entry = project.entry ?? (isNew ? defaultEntry[kind] : null);
  const entryText = entry === null ? null : await read(entry);
  const serviceFile = await chooseServiceFile(project, entry);
  const serviceText = await read(serviceFile);
  const env = (await read('.env')) ?? '';
  const databaseVariable = nameDatabaseVariable(env, choices.database);
  const service =
    serviceText ??
    serviceModule(kind, {
      file: serviceFile,
      database: choices.database,
      databaseVariable: databaseVariable ?? variables.database,
      usesDotenv: project.usesDotenv,
      isModule: project.manifest.type === 'module' || becomesModule(project),
    });
  add(serviceFile, serviceText, service);

  const specifier = isNew
    ? `./${posix.basename(serviceFile)}`
    : specifierOf(entryText, kind, serviceFile, project.manifest.type === 'module');
  if (entry !== null && entryText === null) add(entry, null, minimalApp(kind, specifier));
  else if (entry !== null && entryText !== null && isMounted(entryText)) present.push(entry);
  else {
    const edited = entryText === null ? null : editEntry(entryText, { kind, specifier });
    if (entry === null || edited === null)
      byHand.push(
        `${entry === null ? 'The file that makes the Express app was not found' : `${entry} was left alone, because no safe place for the routers was found`}. Add these lines there, in front of all other middleware:`,
        ...mountLines({ kind, specifier }).map((line) => `    ${line}`),
      );
    else add(entry, entryText, edited);
  }

  const newEnv = addSecrets(env, choices, databaseVariable);
  const isEnvTracked = await isTracked(directory, '.env');
  const hasSecrets = newEnv === env || !isEnvTracked;
  if (hasSecrets) add('.env', env === '' && (await read('.env')) === null ? null : env, newEnv, true);
  if (isEnvTracked)
    byHand.push(
      hasSecrets
        ? '.env is in version control, so everybody with the repository has the secrets. Run `git rm --cached .env`, commit that, and replace the secrets.'
        : '.env is in version control, so the secrets were not written: everybody with the repository would have them. Run `git rm --cached .env`, commit that, and run this command again.',
    );
  const tooShort = describeShortSecrets(newEnv);
  byHand.push(...tooShort);
  const ignored = await read('.gitignore');
  add('.gitignore', ignored, ignoreFiles(ignored ?? '', choices.database.address, databaseVariable === null));
  if (databaseVariable !== null && choices.database.address === null && !isSet(env, databaseVariable))
    byHand.push(
      `Write the address of the database into .env (${databaseVariable}), and run this command again for the starter texts.`,
    );

  if (isNew) {
    const page = 'public/index.html';
    const pageText = await read(page);
    add(page, pageText, pageText === null ? minimalPage(choices.locales[0] ?? 'en') : editPage(pageText));
    if (kind === 'ts') {
      const settings = await read('tsconfig.json');
      add('tsconfig.json', settings, settings ?? tsconfig);
    }
  } else if (entryText === null || !hasWidget(maskComments(entryText)))
    await planPages(project, read, add, byHand);

  const start = planStart(project, entry, choices.database, { file: serviceFile, text: service });
  add('package.json', project.manifestText, start.manifestText);
  byHand.push(...start.byHand);
  return {
    changes,
    byHand,
    present,
    databaseVariable,
    hasSecrets,
    canStart:
      hasSecrets && tooShort.length === 0 && (databaseVariable === null || isSet(newEnv, databaseVariable)),
    serviceFile,
    startCommand: start.command,
    hint: start.hint,
    port: /\blisten\([^)\d]*(\d{2,5})/.exec(maskComments(entryText ?? ''))?.[1] ?? '3000',
    packages: missingPackages(project, choices.database, start.needsTsx),
  };
}

const defaultEntry: Readonly<Record<ModuleKind, string>> = { esm: 'app.mjs', cjs: 'app.cjs', ts: 'app.ts' };
const serviceEnding: Readonly<Record<ModuleKind, string>> = { esm: 'mjs', cjs: 'cjs', ts: 'ts' };
const isMounted = (text: string) => /\.use\([^;]*\bpublicRouter\b/.test(toCode(text));

/** Returns the file of the service: an existing one, or a free name. @throws UsageError when there is none */
async function chooseServiceFile({ directory, kind }: Project, entry: string | null): Promise<string> {
  const folder = folderOf(entry);
  const files = ['consent', 'consent-service'].map((name) =>
    posix.join(folder, `${name}.${serviceEnding[kind]}`),
  );
  for (const file of files) {
    const text = await readText(join(directory, file));
    if (text === null || isServiceModule(text)) return file;
  }
  throw new UsageError(
    `${files.join(' and ')} are there already and are something else; nothing was changed`,
  );
}

/** Returns the module of the service that the folder has already; null: none. */
export async function findServiceModule(project: Project): Promise<string | null> {
  const file = await chooseServiceFile(project, project.entry);
  return readText(join(project.directory, file));
}

/** A service that the app has, and that `init` did not make. */
export interface OwnService {
  readonly file: string;
  readonly database: DatabaseChoice | null;
}

/**
 * Finds a service of its own in the file of the app and in the files that this one imports; null: there is none. Looks
 * into every file that could make the app where none is known to do so.
 */
export async function findOwnService(project: Project): Promise<OwnService | null> {
  const { directory, entry, manifest } = project;
  const made = await findServiceModule(project);
  if (made?.includes(variables.masterSecret)) return null;
  for (const source of entry === null ? listSources(directory, manifest) : [entry]) {
    const sourceText = await readText(join(directory, source));
    for (const file of sourceText === null ? [] : [source, ...listImports(source, sourceText)]) {
      const text = await readText(join(directory, file)).catch(() => null);
      if (text === null) continue;
      if (isMounted(text) || isServiceModule(text)) return { file, database: readDatabaseOf(text) };
    }
  }
  return null;
}

/** Lists the files that the relative imports of a file can mean. */
const listImports = (file: string, text: string): string[] =>
  [...maskComments(text).matchAll(/(?:from|import|require\()\s*['"](\.{1,2}\/[^'"]+)['"]/g)].flatMap(
    ([, name = '']) => {
      const path = posix.join(folderOf(file), name);
      return ['', '.ts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js']
        .map((ending) => path + ending)
        .concat(path.replace(/\.([mc]?)js$/, '.$1ts'));
    },
  );

function ignoreFiles(text: string, database: string | null, isSqlite: boolean): string {
  const toName = (line: string) => line.trim().replace(/^\/|\/$/g, '');
  const lines = text.split(/\r?\n/).map(toName);
  const wanted = [
    ...(lines.some((line) => ['.env', '.env*', '*.env'].includes(line)) ? [] : ['.env']),
    ...(isSqlite && database !== null && !/^(?:\/|\.\.|[A-Za-z]:)/.test(database)
      ? [database.startsWith(`${privateFolder}/`) ? `${privateFolder}/` : `${database}*`]
      : []),
    ...(text === '' ? ['node_modules'] : []),
  ].filter((line) => !lines.includes(toName(line)));
  return wanted.length === 0 ? text : append(text, wanted);
}

async function planPages(
  { pages }: Project,
  read: (file: string) => Promise<string | null>,
  add: (file: string, before: string | null, after: string | null) => void,
  byHand: string[],
): Promise<void> {
  for (const file of pages) {
    const text = (await read(file)) ?? '';
    const edited = editPage(text);
    if (edited !== null || hasWidget(text)) add(file, text, edited);
    else byHand.push(`${file} was left alone: it has more than one <head>. Add ${widgetTag} there.`);
  }
  if (pages.length === 0) byHand.push(`Write this tag into the <head> of your pages: ${widgetTag}`);
}

/** Scripts that start an app, by their names. */
const isStartScript = (name: string) => /^(?:start|dev|develop|serve|watch)(?:[:_-][\w:-]+)?$/.test(name);
/** One command that passes the options behind its program on to Node, with variables in front. */
const nodeCommand =
  /^(?!.*[&|;])((?:cross-env\s+)?(?:\w+=\S+\s+)*(?:node|nodemon(?!.*\.[mc]?ts\b)|tsx(?:\s+watch)?))((?:\s+--?[\w-]+)*(?:\s+\S+\.[mc]?[jt]s(?:\s.*)?|\s+\.|\s+dist\/\S+))$/;
/** A command that starts a server, whether or not options for Node can be added to it. */
const serverCommand =
  /\b(?:node|nodemon|tsx|ts-node|ts-node-dev|tsnd|pm2|pm2-runtime|forever|nest start|bun)\b/;
const loadsVariables = (script: string) => /--env-file|dotenv|env-cmd/.test(script);

/** Whether a new app gets a `package.json`, or the type in it, that makes its files ES modules. */
const becomesModule = ({ isNew, kind, manifestText, manifest: { scripts = {} } }: Project) =>
  isNew && kind !== 'cjs' && (manifestText === null || !Object.keys(scripts).some(isStartScript));

/** Lets every script that starts the app load `.env`, unless the module of the service does so. */
function planStart(
  { manifestText, manifest, directory, isNew, kind }: Project,
  entry: string | null,
  { driver }: DatabaseChoice,
  service: { readonly file: string; readonly text: string },
) {
  const isNative = runsTypeScript(process.versions.node.split('.').map(Number));
  const needsTsx = isNew && kind === 'ts' && !isNative;
  const command = `${needsTsx ? 'tsx' : 'node'} --env-file=.env ${entry ?? 'app.js'}`;
  // npm 12 runs no install script that the project does not allow; these two fetch or build the driver.
  const allowed =
    driver === 'better-sqlite3' || driver === 'sqlite3' ? { allowScripts: { [driver]: true } } : {};
  const none = { manifestText, byHand: [] as string[], needsTsx, hint: null as string | null };
  if (manifestText === null) {
    const created = {
      name:
        posix
          .basename(directory.replaceAll('\\', '/'))
          .toLowerCase()
          .replace(/[^a-z0-9-]+/g, '-')
          .replace(/^-+|-+$/g, '') || 'app',
      private: true,
      ...(kind === 'cjs' ? {} : { type: 'module' }),
      scripts: { start: command },
      ...allowed,
    };
    return { ...none, manifestText: `${JSON.stringify(created, null, 2)}\n`, command: 'npm start' };
  }
  if (/\bdotenv\b/.test(maskComments(service.text))) return { ...none, command: nameStart(manifest) };
  const scripts = Object.entries(manifest.scripts ?? {}).filter(([name]) => isStartScript(name));
  let text = manifestText;
  const byHand: string[] = [];
  for (const [name, script] of scripts) {
    if (loadsVariables(script) || !serverCommand.test(script)) continue;
    const found = nodeCommand.exec(script);
    if (found === null) {
      byHand.push(
        `The script "${name}" starts the app without .env: ${script}. Let it pass --env-file=.env to Node, or install dotenv and write ${kind === 'cjs' ? "require('dotenv/config');" : "import 'dotenv/config';"} as the first line of ${service.file}.`,
      );
      continue;
    }
    const changed = `${found[1]} --env-file=.env${found[2]}`;
    const pair = new RegExp(`("${name}"\\s*:\\s*)${escapeRegExp(JSON.stringify(script))}`);
    text = text.replace(pair, (_all, key: string) => `${key}${JSON.stringify(changed)}`);
  }
  if (isNew && scripts.length === 0) {
    const withStart = {
      ...manifest,
      // So that Node and tsx run the TypeScript as ES modules.
      ...(kind === 'ts' && { type: 'module' }),
      scripts: { ...manifest.scripts, start: command },
      ...(manifest.allowScripts === undefined && allowed),
    };
    const indent = /^[ \t]+/m.exec(manifestText)?.[0] ?? '  ';
    return { ...none, manifestText: `${JSON.stringify(withStart, null, indent)}\n`, command: 'npm start' };
  }
  const isLoaded = text !== manifestText || scripts.some(([, script]) => loadsVariables(script));
  const isChanged = text !== manifestText;
  return {
    ...none,
    hint: isChanged
      ? 'Node does not start when the file of --env-file is missing: where the variables come from the environment, such as in production, start without it.'
      : null,
    manifestText: text,
    command: isLoaded ? nameStart(manifest) : 'your usual command',
    byHand:
      isLoaded || byHand.length > 0
        ? byHand
        : [
            `Let the app load .env before anything else: ${command.replace(/^tsx/, 'node')} (Node 20.6 or newer).`,
          ],
  };
}

const nameStart = ({ scripts }: Project['manifest']) =>
  scripts?.start === undefined ? 'your usual command' : 'npm start';

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function missingPackages(
  { directory, isNew, kind }: Project,
  { driver }: DatabaseChoice,
  needsTsx: boolean,
): Plan['packages'] {
  const isMissing = (name: string) => findPackage(directory, name) === null;
  const needed = ['express-consent', 'knex', driver, ...(isNew ? ['express'] : [])];
  const dev = isNew && kind === 'ts' ? ['typescript', '@types/node', '@types/express'] : [];
  return {
    needed: needed.filter(isMissing),
    dev: [...dev, ...(needsTsx ? ['tsx'] : [])].filter(isMissing),
  };
}
