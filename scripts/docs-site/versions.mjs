// Versions of the documentation: the files here are `next`, and the last tag of each released minor is `0.1`, `0.2`, …
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

/** Returns the last tag of each minor, the newest minor first: `[{ name: '0.1', tag: 'v0.1.3' }]`. */
export function listReleases(repository) {
  const tags = git(repository, 'tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  const releases = new Map();
  for (const tag of tags) {
    const [, minor] = /^v(\d+\.\d+)\.\d+$/.exec(tag) ?? [];
    if (minor !== undefined && !releases.has(minor)) releases.set(minor, { name: minor, tag });
  }
  return [...releases.values()];
}

/** Writes the files of a tag into a folder. */
export function extractTag(repository, tag, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', tag], { cwd: repository, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

function git(repository, ...args) {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
}
