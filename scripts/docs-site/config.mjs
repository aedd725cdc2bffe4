// What VitePress is told about one version of the documentation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContents, toSidebar } from './contents.mjs';
import { drawDiagram } from './diagrams.mjs';
import { toSiteMarkdown } from './tabs.mjs';

/** Returns the anchor of a heading as git hosts make it, so that links work in both places. */
export const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Guides come before the reference, and that before the decisions. The browser gets the text of this function. */
const rankPage = (id) => (id.includes('/guide/') ? 4 : id.includes('/reference/') ? 1 : 0.5);

/** @param options `staged`: the folder; `version`, `versions`: their names; `base`: address of the version's folder */
export function defineSite({ staged, outDir, version, versions, base, description }) {
  const contents = readContents(readFileSync(join(staged, 'index.md'), 'utf8'));
  return {
    title: 'express-consent',
    description,
    lang: 'en',
    base,
    outDir,
    cacheDir: join(staged, '../.cache'),
    // The pages of programs and measurements may name addresses of a program on the reader's own machine.
    ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
    // Titles and sidebars in a file of their own instead of in each page.
    metaChunk: true,
    head: [
      ['meta', { name: 'theme-color', content: '#0b5f5a' }],
      ['link', { rel: 'icon', href: 'data:,' }],
    ],
    transformHead: ({ page }) => [
      [
        'link',
        { rel: 'alternate', type: 'text/markdown', href: `${base}${page}`, title: 'This page as Markdown' },
      ],
    ],
    markdown: {
      html: false,
      anchor: { slugify: toAnchor },
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      config(md) {
        const parse = md.parse.bind(md);
        md.parse = (source, env) => parse(toSiteMarkdown(source), env);
        // Pages become templates of Vue, which would evaluate what is between two braces.
        const escapeText = (text) => md.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
        md.renderer.rules.text = (tokens, index) => escapeText(tokens[index].content);
        md.renderer.rules.code_inline = (tokens, index) =>
          `<code>${escapeText(tokens[index].content)}</code>`;
        const drawCode = md.renderer.rules.fence;
        md.renderer.rules.fence = (tokens, index, ...rest) =>
          tokens[index].info.trim() === 'mermaid'
            ? drawDiagram(tokens[index].content, `diagram-${index}`)
            : drawCode(tokens, index, ...rest);
      },
    },
    themeConfig: {
      version,
      versions,
      nav: [
        { text: 'Start', link: '/guide/getting-started' },
        { text: 'Reference', link: '/reference/configuration', activeMatch: '^/reference/' },
        { text: 'Changelog', link: '/project/CHANGELOG' },
        {
          text: 'Contribute',
          link: '/architecture',
          activeMatch: '^/(architecture|adr/|contributing/|project/CONTR)',
        },
      ],
      sidebar: toSidebar(contents),
      outline: { level: [2, 3], label: 'On this page' },
      externalLinkIcon: true,
      search: {
        provider: 'local',
        options: { detailedView: false, miniSearch: { searchOptions: { boostDocument: rankPage } } },
      },
    },
  };
}
