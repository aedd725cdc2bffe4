import type { Environment } from './environment';
import type { OpenOptions, OpenService } from './open-service';
import type { OptionSpecs, OptionValues } from './options';
import type { Report } from './progress';
import type { Input } from './read-password';

/**
 * Exit code of a command, as for `diff`: 0 for success, 1 for a negative result (a broken chain, pending
 * migrations, refused rows), 2 for wrong usage or a failure. A command with `failure: 1` uses 2 for itself.
 */
export type ExitCode = 0 | 1 | 2;

export interface CommandContext<Specs extends OptionSpecs = OptionSpecs> {
  readonly options: OptionValues<Specs>;
  readonly positionals: readonly string[];
  /**
   * Opens the service from `--config` or `--database`. The service and its Knex are closed when the command
   * ends.
   */
  readonly open: (how?: OpenOptions) => Promise<OpenService>;
  readonly environment: Environment;
  /** Prints a line of the command's result to standard output. */
  readonly print: (line: string) => void;
  /** Prints a line about the work to standard error. */
  readonly notify: (line: string) => void;
  readonly stdin: Input;
  /** Standard output, for results other than lines. */
  readonly stdout: NodeJS.WritableStream;
  /**
   * Shows a progress bar on standard error while `work` reports its progress; shows nothing without a
   * terminal.
   */
  readonly withProgress: <T>(title: string, work: (report: Report) => Promise<T>) => Promise<T>;
  /** Resolves when the process is asked to end (SIGINT, SIGTERM). */
  readonly interrupted: () => Promise<void>;
}

export interface Command {
  readonly name: string;
  /** Summary: one line without a full stop. */
  readonly summary: string;
  /**
   * Names of the positional arguments, such as `FILE`. A last name that ends with `…` accepts one or more, and one in
   * brackets can be omitted. Default: none.
   */
  readonly positionals?: readonly string[];
  readonly options: OptionSpecs;
  /** Sentences below the options in the help. */
  readonly notes?: readonly string[];
  /** Exit code for wrong usage and failures. Default 2. */
  readonly failure?: 1 | 2;
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** Defines a command whose option values have the types of its options. */
export function defineCommand<Specs extends OptionSpecs>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Specs;
    readonly run: (context: CommandContext<Specs>) => Promise<ExitCode>;
  },
): Command {
  // The command line is parsed with exactly these options, so the narrower types are right.
  return command as unknown as Command;
}
