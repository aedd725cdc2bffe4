import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { UsageError } from '../usage-error';
import { type ModuleKind, makesApp } from './edit-entry';
import { hasWidget } from './edit-page';
import { maskCode } from './mask-code';
import { findPackage } from './packages';
import { readText } from './write-changes';

export const drivers = ['better-sqlite3', 'sqlite3', 'pg', 'mysql2'] as const;
export type Driver = (typeof drivers)[number];

export interface Manifest {
  readonly type?: string;
  readonly main?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  /** Packages whose install scripts npm may run. */
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Facts that the folder of an app shows. Paths are from the folder, with slashes. */
export interface Project {
  readonly directory: string;
  /** Text of `package.json`; null: there is none. */
  readonly manifestText: string | null;
  readonly manifest: Manifest;
  readonly kind: ModuleKind;
  /** `Express 5`, `NestJS` and so on, for the user; null: none. */
  readonly framework: string | null;
  /** File that makes the app, or the one to create; null: not found. */
  readonly entry: string | null;
  /** Whether there is no app yet, so that a minimal one is made. */
  readonly isNew: boolean;
  readonly drivers: readonly Driver[];
  /** Whether dotenv is there in production too. */
  readonly usesDotenv: boolean;
  /** Pages and templates with a head, or with the tag of the widget. */
  readonly pages: readonly string[];
  /** Value of `<html lang>` of the first page; null: none. */
  readonly language: string | null;
}

/** Frameworks other than Express, into which nobody but the user can mount the routers. */
const others = [
  'fastify',
  'koa',
  'hono',
  '@hapi/hapi',
  'next',
  'nuxt',
  '@sveltejs/kit',
  '@nestjs/platform-fastify',
];
const sources = ['ts', 'mts', 'mjs', 'js', 'cjs'];
const usual = ['src/main', 'app', 'src/app', 'server', 'src/server', 'index', 'src/index', 'main'];
const pageFolders = [
  'public',
  'static',
  'views',
  'views/layouts',
  'views/partials',
  'src/views',
  'src/public',
  '.',
];
const pageEndings = /\.(?:html|ejs|hbs|handlebars|njk|mustache)$/;
const maxPages = 20;

/** Looks at the folder of an app; reads only. @throws UsageError when it is not one that the routers fit into */
export async function readProject(directory: string, chosenEntry: string | undefined): Promise<Project> {
  const manifestText = await readText(join(directory, 'package.json'));
  const manifest = parseManifest(manifestText);
  const declared = { ...manifest.devDependencies, ...manifest.dependencies };
  const other = others.find((name) => name in declared);
  if (other !== undefined && (other !== 'next' || !('express' in declared)))
    throw new UsageError(
      `This project uses ${other}, not Express. \`express-consent serve\` runs the service in its own process; docs/guide/recipes.md shows how to mount it in a node:http server`,
    );
  const sourceFiles = listSources(directory, manifest);
  const entry =
    chosenEntry === undefined
      ? await findEntry(directory, sourceFiles)
      : posix.normalize(chosenEntry.replaceAll('\\', '/'));
  const isNew =
    chosenEntry === undefined ? sourceFiles.length === 0 : !existsSync(join(directory, chosenEntry));
  const entryText = entry === null ? null : await readText(join(directory, entry));
  const framework = nameFramework(directory, declared, makesApp(entryText ?? ''));
  if (framework === null && !isNew)
    throw new UsageError(
      `There is ${entry ?? sourceFiles[0]}, but package.json does not list express. Add it with \`npm install express\`, or name a new file for an app of its own with --file`,
    );
  const pages = await findPages(directory);
  const firstPage = pages[0] === undefined ? null : await readText(join(directory, pages[0]));
  return {
    directory,
    manifestText,
    manifest,
    kind: readKind(directory, manifest, declared, entry, entryText),
    framework,
    entry,
    isNew,
    drivers: drivers.filter((name) => name in declared),
    usesDotenv: 'dotenv' in (manifest.dependencies ?? {}),
    pages,
    language: /<html[^>]*\slang=["']?([\w-]+)/i.exec(firstPage ?? '')?.[1] ?? null,
  };
}

function parseManifest(text: string | null): Manifest {
  if (text === null) return {};
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof manifest === 'object' && manifest !== null) return manifest;
  } catch {
    // Reported below.
  }
  throw new UsageError('package.json is not valid JSON, so nothing was changed');
}

/** @param makesOne whether the entry makes an app, with a package that an installation brought along */
function nameFramework(
  directory: string,
  declared: Readonly<Record<string, string>>,
  makesOne: boolean,
): string | null {
  if ('@nestjs/core' in declared) return 'NestJS';
  const installed = findPackage(directory, 'express')?.manifest.version;
  const version = 'express' in declared || makesOne ? (installed ?? declared.express) : undefined;
  if (version === undefined) return null;
  const major = /\d+/.exec(version)?.[0];
  if (major !== undefined && Number(major) < 4)
    throw new UsageError(`The project has Express ${version}; the routers need Express 4.21.2 or newer`);
  return major === undefined ? 'Express' : `Express ${major}`;
}

/** Lists the files that could make the app, the likeliest first. */
export function listSources(directory: string, { main, scripts = {} }: Manifest): string[] {
  const started = Object.values(scripts).flatMap(
    (script) => script.match(/[\w./-]+\.(?:[mc]?[jt]s)\b/g) ?? [],
  );
  const candidates = [
    ...started,
    ...(main === undefined ? [] : [main]),
    ...usual.flatMap((name) => sources.map((ending) => `${name}.${ending}`)),
  ].map((file) => posix.normalize(file));
  return [...new Set(candidates)].filter(
    // What a compiler wrote is written again.
    (file) => !/^(?:\.\.|\/|dist\/|build\/|lib\/)/.test(file) && existsSync(join(directory, file)),
  );
}

/** Returns the file that makes the app; null when none does. */
async function findEntry(directory: string, files: readonly string[]): Promise<string | null> {
  for (const file of files) if (makesApp((await readText(join(directory, file))) ?? '')) return file;
  return null;
}

function readKind(
  directory: string,
  { type }: Manifest,
  declared: Readonly<Record<string, string>>,
  entry: string | null,
  text: string | null,
): ModuleKind {
  const ending = entry === null ? '' : extname(entry);
  if (/^\.[mc]?ts$/.test(ending)) return 'ts';
  if (ending === '.mjs') return 'esm';
  if (ending === '.cjs') return 'cjs';
  const code = text === null ? '' : (maskCode(text) ?? text);
  if (/^import\s/m.test(code)) return 'esm';
  if (/\brequire\(/.test(code)) return 'cjs';
  if (entry === null && ('typescript' in declared || existsSync(join(directory, 'tsconfig.json'))))
    return 'ts';
  // An empty folder gets ES modules.
  return type === 'module' || !existsSync(join(directory, 'package.json')) ? 'esm' : 'cjs';
}

async function findPages(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of pageFolders) {
    const names = await readdir(join(directory, folder)).catch(() => []);
    for (const name of names.filter((file) => pageEndings.test(file)).sort()) {
      const text = await readText(join(directory, folder, name));
      if (text !== null && (/<head[\s>]/i.test(text) || hasWidget(text)))
        found.push(posix.join(folder, name));
    }
  }
  return found.slice(0, maxPages);
}

/** Returns how the entry names a module beside it, as its own imports do. */
export function specifierOf(
  entryText: string | null,
  kind: ModuleKind,
  file: string,
  isModule: boolean,
): string {
  const name = `./${posix.basename(file)}`;
  if (kind !== 'ts') return name;
  const own = /from\s+['"]\.{1,2}\/[^'"]*?(\.[mc]?[jt]s)?['"]/.exec(entryText ?? '');
  const ending = own === null ? (isModule ? '.js' : '') : (own[1] ?? '');
  return name.replace(/\.ts$/, ending);
}

/** Returns the folder of the entry, in which the module of the service goes. */
export const folderOf = (entry: string | null): string => (entry === null ? '.' : dirname(entry));
