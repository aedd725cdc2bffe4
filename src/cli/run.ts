import { parseArgs } from 'node:util';
import { closest } from '../kernel/closest';
import { ServiceError, SetupError } from '../kernel/errors';
import { describeError } from '../kernel/logger';
import { packageVersion } from '../kernel/version';
import type { Command, ExitCode } from './command';
import { commands } from './commands';
import type { Environment } from './environment';
import { helpOf, overview } from './help';
import { type OpenService, openService, type serviceOptions } from './open-service';
import type { OptionSpecs, OptionValues } from './options';
import { withProgress } from './progress';
import { UsageError } from './usage-error';

/** What a command line works on: `out` and `err` take a line each, without its end. */
export interface Surroundings {
  readonly environment: Environment;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** For results that are no lines. */
  readonly stdout: NodeJS.WritableStream;
}

/** Runs what the command line asks for. */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { out, err } = surroundings;
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    out(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === 'help') return run([...rest, '--help'], surroundings);
  if (name === '--version' || name === '-v') {
    out(packageVersion);
    return 0;
  }
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    err(`There is no command "${name}".\n\n${overview()}`);
    return 2;
  }
  try {
    return await runCommand(command, rest, surroundings);
  } catch (error) {
    err(explain(error, command));
    return 2;
  }
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  { environment, out, err, stdout }: Surroundings,
): Promise<ExitCode> {
  const parsed = parse(command, argv);
  if (parsed.values.help) {
    out(helpOf(command));
    return 0;
  }
  const { positionals = [] } = command;
  if (parsed.positionals.length !== positionals.length) {
    throw new UsageError(
      positionals.length === 0
        ? `Not understood: ${parsed.positionals.join(' ')}`
        : `Name ${positionals.join(' and ')} after the command`,
    );
  }
  const options = withVariables(command.options, parsed.values, environment);
  const opened: OpenService[] = [];
  const signals = listenForSignals();
  try {
    return await command.run({
      // What was parsed against the command's specifications has their types.
      options: options as OptionValues<OptionSpecs>,
      positionals: parsed.positionals,
      async open(how = {}) {
        // The options of the service choose between each other, so their variables are looked at together.
        const service = await openService(
          parsed.values as OptionValues<typeof serviceOptions>,
          environment,
          how,
        );
        opened.push(service);
        return service;
      },
      print: out,
      notify: err,
      stdout,
      withProgress,
      interrupted: signals.interrupted,
    });
  } finally {
    for (const service of opened) await service.close();
    signals.stop();
  }
}

function parse(command: Command, argv: readonly string[]) {
  const specs: OptionSpecs = { ...command.options, help: { type: 'boolean', short: 'h', description: '' } };
  const options = Object.fromEntries(
    Object.entries(specs).map(
      ([option, { type, short }]) => [option, short === undefined ? { type } : { type, short }] as const,
    ),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(parsingFault(error as NodeJS.ErrnoException, Object.keys(specs)));
  }
}

/** Says in our words what Node finds wrong with the arguments. */
function parsingFault({ code, message }: NodeJS.ErrnoException, known: readonly string[]): string {
  const option = /--[\w-]+/.exec(message)?.[0] ?? /-\w/.exec(message)?.[0];
  if (option === undefined) return message;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = closest(option.slice(2), known);
    return `There is no option ${option}${near === null ? '' : `; did you mean --${near}?`}`;
  }
  const takesNone = message.includes('does not take an argument');
  return takesNone
    ? `${option} takes no value`
    : `${option} needs a value; write ${option}=VALUE when the value begins with a dash`;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function withVariables(specs: OptionSpecs, values: Values, environment: Environment): Values {
  return Object.fromEntries(
    Object.entries(specs).map(([option, { variable }]) => [
      option,
      values[option] ?? (variable === undefined ? undefined : environment[variable]),
    ]),
  );
}

/** Faults of ours as they are; of others only what can hold no visitor's content. */
function explain(error: unknown, { name }: Command): string {
  if (error instanceof UsageError)
    return `${error.message}\n\`express-consent ${name} --help\` lists the options.`;
  if (error instanceof SetupError || error instanceof ServiceError) return error.message;
  return `express-consent ${name} failed: ${describeError(error)}`;
}

const endingSignals = ['SIGINT', 'SIGTERM'] as const;

function listenForSignals(): { interrupted(): Promise<void>; stop(): void } {
  let listener: (() => void) | undefined;
  return {
    interrupted: () =>
      new Promise((resolve) => {
        listener = resolve;
        // Ctrl-C reaches a process twice when npx passes it on; the second one must not cut the closing
        // short.
        for (const signal of endingSignals) process.on(signal, listener);
      }),
    stop() {
      if (listener !== undefined) for (const signal of endingSignals) process.off(signal, listener);
    },
  };
}
