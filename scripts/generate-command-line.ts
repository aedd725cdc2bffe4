// Writes docs/reference/command-line.md from the table of commands: `npm run docs`.
import type { Command } from '../src/cli/command';
import { commands } from '../src/cli/commands';
import { configVariables } from '../src/cli/environment';
import { serviceOptions } from '../src/cli/open-service';
import { code, page, table } from './markdown';

const introduction = `What \`npx express-consent COMMAND\` takes. [The guide](../guide/cli.md) shows it at work.

Results go to standard output, faults and progress to standard error. It ends with 0 when all is well, with 1 when what was asked does not hold
(a broken chain, pending migrations, refused rows), and with 2 when it was called wrongly or could not do its work.`;

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
    ...(connects ? ['Also takes the options of the [configuration](#configuration).'] : []),
    ...notes,
  ];
}

const render = () =>
  page('Command line', 'src/cli/commands/', [
    introduction,
    '## Configuration',
    'An option wins over its variable, `--config` and `--database` over both variables, the variable of `--config` over that of `--database`.',
    optionTable(serviceOptions),
    'Further variables, which count beside a database named by address; a module says everything itself:',
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
