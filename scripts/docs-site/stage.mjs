// Copies the Markdown of one version into a folder that VitePress builds: docs/ becomes its root, pages from elsewhere in
// the repository are in project/. Links keep working on a git host, so they are changed here and not in the sources.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';

/** Folders with pages, and whether the folders below them have some too. */
const folders = [
  { name: '.', recursive: false },
  { name: 'docs', recursive: true },
  { name: 'examples', recursive: true },
  { name: 'bench/results', recursive: false },
];

/** Where a file of the repository is in the site. */
const toStaged = (file) =>
  file === 'docs/README.md'
    ? 'index.md'
    : file.startsWith('docs/')
      ? file.slice('docs/'.length)
      : `project/${file}`;

/** Returns the files of a tree that become pages, by their paths in the repository. */
export const findPages = (tree) =>
  folders
    .filter(({ name }) => existsSync(join(tree, name)))
    .flatMap(({ name, recursive }) =>
      readdirSync(join(tree, name), { recursive, encoding: 'utf8' }).map((file) => join(name, file)),
    )
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .sort();

/** Stages the tree of one version. Returns the contents of its docs/README.md with the links of the site. */
export function stage(tree, target) {
  rmSync(target, { recursive: true, force: true });
  const pages = new Set(findPages(tree));
  for (const page of pages) stagePage(tree, target, page, pages);
  if (existsSync(join(tree, 'docs/images')))
    cpSync(join(tree, 'docs/images'), join(target, 'images'), { recursive: true });
  return readFileSync(join(target, 'index.md'), 'utf8');
}

/** Writes one page, with the links that it needs at its place in the site. */
export function stagePage(tree, target, page, pages) {
  const staged = join(target, toStaged(page));
  mkdirSync(dirname(staged), { recursive: true });
  writeFileSync(staged, moveLinks(readFileSync(join(tree, page), 'utf8'), page, pages));
}

/**
 * Changes the relative links of a page: to their places in the site, or to plain text where the file is not part of it,
 * such as a program.
 */
function moveLinks(markdown, page, pages) {
  // Code is left alone: blocks, then spans.
  return markdown.replace(
    /^( *)(`{3,}).*\n[\s\S]*?^\1\2`*$|(`+)(?!`)[\s\S]*?[^`]\3(?!`)|(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/gm,
    (whole, _indent, _fence, _span, image, text, target) => {
      if (target === undefined || /^([a-z]+:|#)/.test(target)) return whole;
      const [path, anchor] = target.split('#');
      const file = posix.join(posix.dirname(page), path);
      const isInSite = pages.has(file) || (file.startsWith('docs/') && extname(file) !== '');
      if (!isInSite) return image === '' ? text : '';
      const relative = posix.relative(posix.dirname(toStaged(page)), toStaged(file));
      return `${image}[${moveLinks(text, page, pages)}](${relative}${anchor === undefined ? '' : `#${anchor}`})`;
    },
  );
}
