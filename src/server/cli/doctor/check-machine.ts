import { findPackage } from '../init/packages';
import type { Report } from './report';

/** The oldest versions on which the package is tested, as in its package.json. */
const oldest = {
  node: [[20, 19]],
  express: [
    [4, 21, 2],
    [5, 1],
  ],
  knex: [[3, 1]],
} as const satisfies Readonly<Record<string, readonly (readonly number[])[]>>;

/** Checks the versions of Node and of the packages that the app in this folder uses. */
export function checkMachine(report: Report, directory: string): void {
  const versions = {
    node: process.versions.node,
    express: findVersion(directory, 'express'),
    knex: findVersion(directory, 'knex'),
  };
  const old = (Object.keys(oldest) as (keyof typeof oldest)[]).filter((name) => {
    const version = versions[name];
    return version !== null && !isNewEnough(version, oldest[name]);
  });
  for (const name of old)
    report.find(
      'unsupported-version',
      `${name} ${versions[name]} is older than ${oldest[name].map((version) => version.join('.')).join(' or ')}.`,
    );
  const known = Object.entries(versions).filter(([, version]) => version !== null);
  if (old.length === 0) report.pass(known.map(([name, version]) => `${name} ${version}`).join(', '));
}

/** Returns whether a version is at least the oldest one of its major version, or of a newer one than all. */
function isNewEnough(version: string, accepted: readonly (readonly number[])[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  const compare = (other: readonly number[]) => {
    const index = other.findIndex((part, at) => (parts[at] ?? 0) !== part);
    return index === -1 ? 0 : (parts[index] ?? 0) - (other[index] ?? 0);
  };
  const newest = accepted.at(-1) ?? [];
  return compare(newest) >= 0 || accepted.some((other) => parts[0] === other[0] && compare(other) >= 0);
}

function findVersion(directory: string, name: string): string | null {
  return findPackage(directory, name)?.manifest.version ?? null;
}
