import type { Command } from './command';
import { commands } from './commands';
import type { OptionSpecs } from './options';

const commonOptions = {
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
} as const satisfies OptionSpecs;

/** Returns the output of `express-consent --help`. */
export function overview(): string {
  return [
    'Usage: express-consent COMMAND [options]',
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'Show this help, or the help of a command'],
      ['-v, --version', 'Show the version'],
    ]),
    '',
    '`express-consent COMMAND --help` lists the options of a command.',
  ].join('\n');
}

/** Returns the output of `express-consent COMMAND --help`. */
export function commandHelp({ name, summary, positionals = [], options, notes = [] }: Command): string {
  return [
    `Usage: ${['express-consent', name, ...positionals].join(' ')} [options]`,
    '',
    `${summary}.`,
    '',
    'Options:',
    ...columns(
      Object.entries({ ...options, ...commonOptions } as OptionSpecs).map(
        ([option, { short, value, description, variable }]) => [
          `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
          variable === undefined ? description : `${description} (or ${variable})`,
        ],
      ),
    ),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap(wrapped)]),
  ].join('\n');
}

/** Wraps a paragraph to lines of at most 100 characters. */
const wrapped = (paragraph: string): string[] =>
  [...paragraph.matchAll(/(.{1,100})(?:\s|$)/g)].map(([, line = '']) => line);

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
