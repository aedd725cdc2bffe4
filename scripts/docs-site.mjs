// `npm run docs:site` writes the documentation as a site into site/: `next` from the files here, and a folder for each
// released minor from its last tag. Options after `--`:
//
//   --serve           shows `next` on http://localhost:5173 instead, and follows changes
//   --only next       builds this version only
//   --base /docs/     address of the site's folder; default: /
//   --output FOLDER   default: site
import { cpSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vitepress';
import { readContents, toLlmsText } from './docs-site/contents.mjs';
import { findPages, stage, stagePage } from './docs-site/stage.mjs';
import { extractTag, listReleases } from './docs-site/versions.mjs';

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean' },
    only: { type: 'string' },
    base: { type: 'string', default: '/' },
    output: { type: 'string', default: 'site' },
    repository: { type: 'string', default: '.' },
  },
});
const own = fileURLToPath(new URL('./docs-site', import.meta.url));
const repository = resolve(values.repository);
const output = resolve(values.output);
// In the folder of this project, so that pages find its packages.
const work = join(own, '../../.tmp-docs-site', String(process.pid));

const releases = listReleases(repository);
const versions = [...releases.map(({ name }) => name), 'next'];
const { description } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

/** Stages a version, with the settings that VitePress looks for. */
function prepare(version, tree) {
  const staged = join(work, version);
  const site = {
    staged,
    outDir: join(output, version),
    version,
    versions,
    base: `${values.base}${version}/`,
    description,
  };
  const contents = readContents(stage(tree, staged));
  mkdirSync(join(staged, '.vitepress/theme'), { recursive: true });
  const settings = `import { defineSite } from ${JSON.stringify(join(own, 'config.mjs'))};\nexport default defineSite(${JSON.stringify(site)});\n`;
  writeFileSync(join(staged, '.vitepress/config.mjs'), settings);
  writeFileSync(
    join(staged, '.vitepress/theme/index.mjs'),
    `export { default } from ${JSON.stringify(join(own, 'theme/index.mjs'))};\n`,
  );
  return { ...site, contents };
}

/** Builds a version, with its pages as Markdown beside the HTML, for programs that read them. */
async function buildVersion(version, tree) {
  const { staged, outDir, contents } = prepare(version, tree);
  await build(staged);
  cpSync(staged, outDir, { recursive: true, filter: (path) => !/[\\/](\.vitepress|images)$/.test(path) });
  writeFileSync(join(outDir, 'llms.txt'), toLlmsText(contents, { description }));
  const guides = contents.find(({ title }) => title === 'Guides')?.groups.flatMap(({ pages }) => pages) ?? [];
  const texts = guides.map(({ path }) => readFileSync(join(staged, path), 'utf8'));
  writeFileSync(join(outDir, 'llms-full.txt'), texts.join('\n\n'));
  return contents;
}

/** The site's own root leads to the newest release. */
function writeRoot(latest, contents) {
  const to = `${values.base}${latest}/`;
  writeFileSync(
    join(output, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>express-consent</title><meta http-equiv="refresh" content="0; url=${to}"><link rel="canonical" href="${to}"><p><a href="${to}">Documentation</a></p></html>\n`,
  );
  writeFileSync(join(output, 'llms.txt'), toLlmsText(contents, { description, prefix: `${latest}/` }));
}

async function buildSite() {
  rmSync(output, { recursive: true, force: true });
  const wanted = ({ name }) => values.only === undefined || values.only === name;
  const built = new Map();
  for (const { name, tag } of releases.filter(wanted)) {
    const tree = join(work, `tree-${name}`);
    extractTag(repository, tag, tree);
    built.set(name, await buildVersion(name, tree));
  }
  if (wanted({ name: 'next' })) built.set('next', await buildVersion('next', repository));
  const [latest] = built;
  if (latest === undefined)
    throw new Error(`There is no version ${values.only}. There are ${versions.join(', ')}`);
  writeRoot(...latest);
  console.log(`Documentation of ${[...built.keys()].join(', ')}: ${output}`);
}

async function serve() {
  const { staged } = prepare('next', repository);
  const pages = new Set(findPages(repository));
  watch(join(repository, 'docs'), { recursive: true }, (_event, file) => {
    if (pages.has(`docs/${file}`)) stagePage(repository, staged, `docs/${file}`, pages);
  });
  const server = await createServer(staged);
  await server.listen();
  server.printUrls();
}

process.on('exit', () => rmSync(work, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit());
await (values.serve ? serve() : buildSite());
