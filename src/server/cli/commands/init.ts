import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineCommand } from '../command';
import { variable } from '../environment';
import { openQuestions, type Questions } from '../init/ask';
import {
  type DatabaseChoice,
  readDatabase,
  readDatabaseOf,
  readGroups,
  readLocales,
  suggestDatabase,
  suggestLocale,
} from '../init/choices';
import { createTexts } from '../init/create-texts';
import { renderDiff } from '../init/diff';
import { hideValues } from '../init/env-file';
import { installCommand, runProgram } from '../init/packages';
import {
  type Choices,
  findOwnService,
  findServiceModule,
  makePlan,
  type OwnService,
  type Plan,
} from '../init/plan';
import { type Project, readProject } from '../init/project';
import { writeChanges } from '../init/write-changes';
import { UsageError } from '../usage-error';

const options = {
  groups: {
    type: 'string',
    value: 'NAMES',
    description:
      'Visitors: europe, usa, world or ids of compliance groups, separated by commas (default: world)',
  },
  locales: {
    type: 'string',
    value: 'CODES',
    description:
      'Languages of the banner, the default one first, or all (default: that of your page, else en)',
  },
  database: {
    type: 'string',
    short: 'd',
    value: 'NAME',
    description: 'sqlite, postgres, mysql, a SQLite file or a URL (default: what the app uses, else sqlite)',
  },
  file: {
    type: 'string',
    value: 'FILE',
    description: 'File that makes the Express app, or the one to create (default: found)',
  },
  controller: {
    type: 'string',
    value: 'NAME',
    description: 'Company that is responsible, as the texts say; can be changed in the dashboard',
  },
  'admin-email': {
    type: 'string',
    value: 'EMAIL',
    description: 'E-mail address of the first operator (default: admin@example.com)',
  },
  publish: { type: 'boolean', description: 'Publish the starter texts at once, to try the banner out' },
  yes: { type: 'boolean', short: 'y', description: 'Ask nothing: take the defaults, and write the files' },
  'no-install': { type: 'boolean', description: 'Install no packages; print the command instead' },
  'dry-run': { type: 'boolean', description: 'Show the changes and write nothing' },
} as const;

export const init = defineCommand({
  name: 'init',
  summary: 'Add the service to an Express or NestJS app, or make a small app in an empty or new folder',
  positionals: ['[FOLDER]'],
  options,
  notes: [
    'Shows every change before it writes a file, never overwrites one, and can be run again. The exit code is 1 when something is left to do by hand.',
  ],
  async run({ options: values, positionals: [folder = '.'], stdin, print }) {
    const directory = resolve(folder);
    if (!(await isFolderOrMissing(directory))) throw new UsageError(`${directory} is not a folder`);
    const mayAsk = !values.yes && !values['dry-run'];
    const questions = mayAsk && stdin.isTTY ? openQuestions(stdin, process.stdout) : null;
    try {
      const project = await readProject(directory, values.file);
      print(describe(project));
      const own = await findOwnService(project);
      if (own !== null) {
        for (const line of describeOwn(own)) print(line);
        return 0;
      }
      const choices = await choose(project, values, questions);
      const plan = await makePlan(project, choices);
      show(plan, print);
      if (values['dry-run']) return 0;
      const publish =
        values.publish ??
        (project.isNew && plan.canStart && questions !== null
          ? await questions.confirm('Publish the starter texts at once, so that the page has a banner?')
          : false);
      if (plan.changes.length > 0 || plan.packages.needed.length > 0) {
        if (mayAsk && questions === null)
          throw new UsageError('There is no terminal to ask: add --yes to write the files');
        if (questions !== null && !(await questions.confirm('Write these changes?'))) {
          print('Nothing was written.');
          return 0;
        }
      }
      await writeChanges(directory, plan.changes);
      const installed = await install(directory, plan, values['no-install'] ?? false, print);
      const texts = installed
        ? await addTexts({ directory, plan, choices, publish, controller: values.controller }, print)
        : 'none';
      const goTo = directory === process.cwd() ? '' : `cd ${quoted(folder)} && `;
      conclude(plan, { goTo, database: choices.database, texts }, print);
      return plan.byHand.length > 0 || texts === 'none' ? 1 : 0;
    } finally {
      questions?.close();
    }
  },
});

type Print = (line: string) => void;

/** Whether a folder is there, or can be made there. */
async function isFolderOrMissing(directory: string): Promise<boolean> {
  try {
    return (await stat(directory)).isDirectory();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Returns a path as it is typed into a shell. */
const quoted = (path: string) => (/^[\w./\\:~@+-]+$/.test(path) ? path : JSON.stringify(path));

function describe({ framework, kind, entry, isNew, drivers }: Project): string {
  const language = { esm: 'ES modules', cjs: 'CommonJS', ts: 'TypeScript' }[kind];
  if (isNew) return `No app yet: a small one with ${framework ?? 'Express'} (${language}) will be made.`;
  const database = drivers.length === 0 ? '' : `, ${drivers.join(', ')}`;
  return `Found: ${framework}, ${language}, ${entry ?? 'no file that makes the app'}${database}.`;
}

/** Lines for an app whose service is not one of `init`. A second one would bring other secrets to its database. */
function describeOwn({ file, database }: OwnService): string[] {
  const address = database?.address ?? null;
  const option = address === null ? '' : ` --database ${quoted(address)}`;
  return [
    `${file} has the service already, so nothing was changed.`,
    `These commands use the secrets of .env, if it names them as the reference of the command line does${address === null ? `, and the database in its ${variable('DATABASE')}` : ''}; or name a module that exports your configuration with --config:`,
    `  npx express-consent doctor${option}           # checks the installation`,
    `  npx express-consent starter-texts${option}    # creates texts for a banner`,
  ];
}

/** Takes the choices from the options, from at most three questions, or from what the app shows. */
async function choose(
  project: Project,
  values: { readonly [Name in 'groups' | 'locales' | 'database' | 'admin-email']?: string },
  questions: Questions | null,
): Promise<Choices> {
  const pick = async <T>(
    value: string | undefined,
    question: string,
    suggestion: string,
    read: (text: string) => T,
  ): Promise<T> =>
    value !== undefined || questions === null
      ? read(value ?? suggestion)
      : questions.ask(question, suggestion, read);
  const groups = await pick(
    values.groups,
    'Where are your visitors? europe, usa, world or groups',
    'world',
    readGroups,
  );
  const locales = await pick(
    values.locales,
    'Languages of the banner, the default one first',
    suggestLocale(project),
    readLocales,
  );
  return {
    groups,
    locales,
    database:
      (await existingDatabase(project, values.database)) ??
      (await pick(
        values.database,
        'Database: sqlite, postgres, mysql, a file or a URL',
        suggestDatabase(project),
        (text) => readDatabase(text, project),
      )),
    adminEmail: readEmail(values['admin-email'] ?? 'admin@example.com'),
  };
}

/** Returns the database of an earlier run, which a later one does not change; null: none. @throws UsageError */
async function existingDatabase(
  project: Project,
  chosen: string | undefined,
): Promise<DatabaseChoice | null> {
  const module = await findServiceModule(project);
  if (module === null) return null;
  if (chosen !== undefined)
    throw new UsageError(
      'The service is there already: change its database in its module, and omit --database',
    );
  return readDatabaseOf(module);
}

function readEmail(text: string): string {
  if (!/^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(text))
    throw new UsageError('--admin-email must be an e-mail address');
  return text;
}

function show({ changes, packages }: Plan, print: Print): void {
  for (const { file, before, after, isSecret } of changes) {
    const toShown = (text: string) => (isSecret ? hideValues(text) : text);
    const [shownBefore, hidden] = [before === null ? null : toShown(before), toShown(after)];
    print('');
    for (const line of renderDiff(file, shownBefore, hidden)) print(line);
  }
  print('');
  if (packages.needed.length > 0) print(`Packages to install: ${packages.needed.join(' ')}`);
  if (packages.dev.length > 0) print(`Packages to install for development: ${packages.dev.join(' ')}`);
}

/** State of the texts after a run: none, new drafts, or texts that were there before or are published. */
type Texts = 'none' | 'drafts' | 'present';

/** Returns whether every package is there. */
async function install(
  directory: string,
  { packages: { needed, dev } }: Plan,
  isOff: boolean,
  print: Print,
): Promise<boolean> {
  const all = [
    ...(needed.length === 0 ? [] : [installCommand(directory, needed)]),
    ...(dev.length === 0 ? [] : [installCommand(directory, dev, true)]),
  ];
  for (const command of all) {
    if (isOff) print(`Install the missing packages: ${command.join(' ')}`);
    else await runProgram(directory, command);
  }
  return !isOff || needed.length === 0;
}

async function addTexts(
  {
    plan,
    ...request
  }: { directory: string; plan: Plan; choices: Choices; publish: boolean; controller: string | undefined },
  print: Print,
): Promise<Texts> {
  if (!plan.canStart) return 'none';
  const result = await createTexts({ ...request, databaseVariable: plan.databaseVariable });
  for (const line of result?.lines ?? []) print(line);
  if (result === null || !result.ok) return 'none';
  const isNew = result.lines.some((line) => line.startsWith('Starter texts created'));
  return isNew && !request.publish ? 'drafts' : 'present';
}

function conclude(
  plan: Plan,
  { goTo, database, texts }: { goTo: string; database: DatabaseChoice; texts: Texts },
  print: Print,
): void {
  const { byHand, present, changes, startCommand, serviceFile, databaseVariable, port, hint } = plan;
  for (const { file, before } of changes) print(`${before === null ? 'Created' : 'Changed'} ${file}`);
  if (present.length > 0) print(`No change needed: ${present.join(', ')}`);
  if (byHand.length > 0) {
    print('\nLeft to do:');
    for (const line of byHand) print(line.startsWith('    ') ? line : `  ${line}`);
  }
  if (texts === 'none')
    print(
      'There are starter texts as soon as this command runs again with packages and database in place, or from the first steps in the dashboard.',
    );
  print(`\nStart the app with ${goTo}${startCommand}`);
  if (hint !== null) print(hint);
  print(`  Page:       http://localhost:${port}/`);
  print(
    `  Dashboard:  http://localhost:${port}/svc/${plan.hasSecrets ? '  (the first operator is in .env)' : ''}`,
  );
  if (texts === 'drafts')
    print('The new texts are not published yet: read them in the dashboard and publish them there.');
  print(`Check the installation with ${doctorCommand(serviceFile, database, databaseVariable)}`);
}

/** Node before 22.18 cannot load a module in TypeScript, but the database says enough. */
function doctorCommand(
  serviceFile: string,
  { address }: DatabaseChoice,
  databaseVariable: string | null,
): string {
  const command = 'npx express-consent doctor';
  if (!serviceFile.endsWith('.ts'))
    return serviceFile.includes('/') ? `${command} --config ${serviceFile}` : command;
  if (databaseVariable === null)
    return address === null ? command : `${command} --database ${quoted(address)}`;
  // The command reads its own variable from `.env`, but does not know that of the app. As an argument, the address and
  // its password would be in the list of processes.
  const own = variable('DATABASE');
  return databaseVariable === own
    ? command
    : `${own}="$(node --env-file=.env -p process.env.${databaseVariable})" ${command}`;
}
