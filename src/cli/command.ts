import type { OpenOptions, OpenService } from './open-service';
import type { OptionSpecs, OptionValues } from './options';
import type { Report } from './progress';

/**
 * How a process ends, as `diff` does: 0 when all is well, 1 when what was asked does not hold (a broken
 * chain, pending migrations, refused rows), 2 when the command was called wrongly or could not do its work.
 */
export type ExitCode = 0 | 1 | 2;

export interface CommandContext<Specs extends OptionSpecs = OptionSpecs> {
  readonly options: OptionValues<Specs>;
  readonly positionals: readonly string[];
  /** Makes the service from `--config` or `--database`; closed, its Knex too, when the command ends. */
  readonly open: (how?: OpenOptions) => Promise<OpenService>;
  /** A line of the command's result, on standard output. */
  readonly print: (line: string) => void;
  /** A line about the work, on standard error. */
  readonly notify: (line: string) => void;
  /** Standard output, for results that are no lines. */
  readonly stdout: NodeJS.WritableStream;
  /** Shows a bar on standard error while `work` reports how far it is; nothing where nobody watches. */
  readonly withProgress: <T>(title: string, work: (report: Report) => Promise<T>) => Promise<T>;
  /** Resolves when the process is asked to end (SIGINT, SIGTERM). */
  readonly interrupted: () => Promise<void>;
}

export interface Command {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** Names of what stands after the command: `FILE`. None unless given. */
  readonly positionals?: readonly string[];
  readonly options: OptionSpecs;
  /** Sentences below the options in the help. */
  readonly notes?: readonly string[];
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** Ties a command's options to the values that it gets. */
export function defineCommand<Specs extends OptionSpecs>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Specs;
    readonly run: (context: CommandContext<Specs>) => Promise<ExitCode>;
  },
): Command {
  // The command line is parsed against these very options, so the narrower values hold.
  return command as unknown as Command;
}
