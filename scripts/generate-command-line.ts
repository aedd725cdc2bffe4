// Writes docs/reference/command-line.md from the table of commands: `npm run docs`.
import type { Command } from '../src/cli/command';
import { commands } from '../src/cli/commands';
import { configVariables } from '../src/cli/environment';
import { serviceOptions } from '../src/cli/open-service';
import { code, page, table } from './markdown';

const introduction = `The commands and options of \`npx express-consent COMMAND\`. [The guide](../guide/cli.md) shows examples.

Results go to standard output, errors and progress to standard error. The exit code is 0 for success, 1 when a check fails (a broken chain,
pending migrations, refused rows), and 2 when the call is wrong or the command could not do its work.`;

const optionTable = (options: Command['options']) =>
  table(
    ['Option', 'Variable', 'Meaning'],
    Object.entries(options).map(([name, { short, value, variable, description }]) => [
      `${code(`--${name}${value === undefined ? '' : ` ${value}`}`)}${short === undefined ? '' : `, ${code(`-${short}`)}`}`,
      variable === undefined ? '' : code(variable),
      description,
    ]),
  );

function section({ name, summary, positionals = [], options, notes = [] }: Command): string[] {
  const own = Object.fromEntries(
    Object.entries(options).filter(([option]) => !Object.hasOwn(serviceOptions, option)),
  );
  const connects = Object.keys(own).length < Object.keys(options).length;
  return [
    `## ${code([name, ...positionals].join(' '))}`,
    `${summary}.`,
    ...(Object.keys(own).length === 0 ? [] : [optionTable(own)]),
    ...(connects ? ['Also accepts the options of the [configuration](#configuration).'] : []),
    ...notes,
  ];
}

const render = () =>
  page('Command line', 'src/cli/commands/', [
    introduction,
    '## Configuration',
    'An option takes precedence over its variable, `--config` and `--database` over both variables, the variable of `--config` over that of `--database`.',
    optionTable(serviceOptions),
    'Further variables, which apply to a database given by its address; a configuration module sets these values itself:',
    table(
      ['Variable', 'Sets', 'Meaning'],
      Object.entries(configVariables).map(([name, { path, description }]) => [
        code(name),
        code(path),
        description,
      ]),
    ),
    ...commands.flatMap(section),
  ]);

export const pages = { 'docs/reference/command-line.md': render };
