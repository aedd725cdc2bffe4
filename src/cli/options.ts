import { UsageError } from './usage-error';

/** What the command line has to say of one option. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Stands for the value in the help: `FILE`. */
  readonly value?: string;
  readonly description: string;
  /** Environment variable that stands in when the option is not given. */
  readonly variable?: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]?: Specs[Name]['type'] extends 'boolean' ? boolean : string;
};

/** @throws UsageError naming the option */
export function wholeNumber(text: string, option: string, minimum: number, maximum: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < minimum || number > maximum)
    throw new UsageError(`${option} must be a whole number from ${minimum} to ${maximum}`);
  return number;
}
