import { parseArgs } from 'node:util';
import { closest } from '#platform/kernel/closest';
import { ServiceError, SetupError } from '#platform/kernel/errors';
import { describeError, errorReason } from '#platform/kernel/logger';
import { packageVersion } from '#platform/kernel/version';
import type { Command, ExitCode } from './command';
import { commands } from './commands';
import type { Environment } from './environment';
import { commandHelp, overview } from './help';
import { loadVariables, type OpenService, openService, type serviceOptions } from './open-service';
import type { OptionSpecs, OptionValues } from './options';
import { withProgress } from './progress';
import type { Input } from './read-password';
import { UsageError } from './usage-error';

/** Environment of a command line. `out` and `err` each accept one line without its line break. */
export interface Surroundings {
  readonly environment: Environment;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly stdin: Input;
  /** Stream for results other than lines. */
  readonly stdout: NodeJS.WritableStream;
}

/** Runs the command that the command line names. */
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
    err(`Unknown command "${name}".\n\n${overview()}`);
    return 2;
  }
  try {
    return await runCommand(command, rest, surroundings);
  } catch (error) {
    err(explain(error, command));
    return command.failure ?? 2;
  }
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  { environment, out, err, stdin, stdout }: Surroundings,
): Promise<ExitCode> {
  const parsed = parse(command, argv);
  if (parsed.values.help) {
    out(commandHelp(command));
    return 0;
  }
  const { positionals = [] } = command;
  const isList = positionals.at(-1)?.endsWith('…') ?? false;
  const required = positionals.filter((positional) => !positional.startsWith('[')).length;
  const { length } = parsed.positionals;
  if (length < required || (!isList && length > positionals.length)) {
    throw new UsageError(
      length > positionals.length
        ? `Unexpected argument: ${parsed.positionals.slice(positionals.length).join(' ')}`
        : `Specify ${positionals.join(' and ')} after the command`,
    );
  }
  const { 'env-file': envFile } = parsed.values;
  if (typeof envFile === 'string') loadVariables(envFile);
  const options = withVariables(command.options, parsed.values, environment);
  const opened: OpenService[] = [];
  const signals = listenForSignals();
  try {
    return await command.run({
      // The values were parsed by the command's specifications, so they have these types.
      options: options as OptionValues<OptionSpecs>,
      positionals: parsed.positionals,
      async open(how = {}) {
        // The service options exclude each other, so `openService` reads their variables together.
        const service = await openService(
          { ...(parsed.values as OptionValues<typeof serviceOptions>), ...how.from },
          environment,
          how,
        );
        opened.push(service);
        return service;
      },
      environment,
      print: out,
      notify: err,
      stdin,
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

/** Translates Node's error about the arguments to our own message. */
function parsingFault({ code, message }: NodeJS.ErrnoException, known: readonly string[]): string {
  const option = /--[\w-]+/.exec(message)?.[0] ?? /-\w/.exec(message)?.[0];
  if (option === undefined) return message;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = closest(option.slice(2), known);
    return `Unknown option ${option}${near === null ? '' : `; did you mean --${near}?`}`;
  }
  const takesNone = message.includes('does not take an argument');
  return takesNone
    ? `${option} does not accept a value`
    : `${option} requires a value; write ${option}=VALUE if the value begins with a dash`;
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function withVariables(specs: OptionSpecs, values: Values, environment: Environment): Values {
  return Object.fromEntries(
    Object.entries(specs).map(([option, { variable }]) => [
      option,
      // An empty variable, such as from a template of `.env`, counts as not set.
      values[option] ?? (variable === undefined ? undefined : environment[variable] || undefined),
    ]),
  );
}

/**
 * Returns the message for an error: our own messages unchanged, others only as far as they cannot contain
 * visitor data.
 */
function explain(error: unknown, { name }: Command): string {
  if (error instanceof UsageError)
    return `${error.message}\n\`express-consent ${name} --help\` lists the options.`;
  // The service hides from its callers why the database or the storage refuses, and not from its operator.
  if (error instanceof ServiceError && error.code === 'unavailable' && error.cause !== undefined)
    return `express-consent ${name} failed: ${errorReason(error.cause)}`;
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
        // Ctrl-C reaches a process twice when npx passes it on; the second signal must not interrupt the
        // shutdown.
        for (const signal of endingSignals) process.on(signal, listener);
      }),
    stop() {
      if (listener !== undefined) for (const signal of endingSignals) process.off(signal, listener);
    },
  };
}
