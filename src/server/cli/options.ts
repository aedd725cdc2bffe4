import { UsageError } from './usage-error';

/** Specification of one command line option. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Placeholder for the value in the help, such as `FILE`. */
  readonly value?: string;
  readonly description: string;
  /** Environment variable that applies when the option is missing. */
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
