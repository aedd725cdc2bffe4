import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Environment, variable } from './environment';
import { loadVariables, type serviceOptions } from './open-service';
import type { OptionValues } from './options';

/** Modules of the service, as `express-consent init` writes them. */
const usualFiles = ['', 'src/'].flatMap((folder) =>
  ['consent.mjs', 'consent.cjs', 'consent.config.mjs', 'consent.config.cjs'].map((file) => folder + file),
);

/**
 * Returns where the configuration is for commands that find it by themselves: what the call names, else the module and
 * the `.env` of the current folder. @returns null when there is none @throws UsageError
 */
export function findConfiguration(
  { config, database, 'env-file': envFile }: OptionValues<typeof serviceOptions>,
  environment: Environment,
): OptionValues<typeof serviceOptions> | null {
  if (envFile === undefined && existsSync('.env')) loadVariables('.env');
  const isNamed = config !== undefined || database !== undefined;
  if (isNamed || environment[variable('CONFIG')]) return {};
  const file = usualFiles.find((each) => existsSync(each));
  if (file !== undefined) return { config: resolve(file) };
  return environment[variable('DATABASE')] ? {} : null;
}
