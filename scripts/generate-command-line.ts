// Writes docs/reference/command-line.md from the table of commands: `npm run docs`.
import type { Command } from '#cli/command';
import { commands } from '#cli/commands/index';
import { configVariables } from '#cli/environment';
import { serviceOptions } from '#cli/open-service';
import { code, page, table } from './markdown';

const introduction = `The commands and options of \`npx express-consent COMMAND\`. [The guide](../guide/cli.md) shows examples.

Results go to standard output, errors and progress to standard error. The exit code is 0 for success, 1 when a check fails (a broken chain,
pending migrations, refused rows, findings about a site), and 2 when the call is wrong or the command could not do its work.`;

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
    Object.entries(options).filter(
      ([option, spec]) => (serviceOptions as Command['options'])[option] !== spec,
    ),
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
  page('Command line', 'src/server/cli/commands/', [
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
