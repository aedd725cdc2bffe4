// Reads docs/README.md, the one list of the pages: a table row is a page, a heading above it is its group.

const row = /^\| \[(.+?)\]\((.+?)\) \| (.*?) ?\|$/;

/** Returns the sections of the page with their groups: `[{ title, groups: [{ title, pages }] }]`. */
export function readContents(markdown) {
  const sections = [];
  for (const line of markdown.split('\n')) {
    const [, marks, heading] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (marks === '##') sections.push({ title: heading, groups: [{ title: null, pages: [] }] });
    if (marks === '###') sections.at(-1)?.groups.push({ title: heading, pages: [] });
    const [, text, path, description] = row.exec(line) ?? [];
    if (path !== undefined)
      sections
        .at(-1)
        ?.groups.at(-1)
        .pages.push(toPage(text, path, description));
  }
  const hasPages = ({ pages }) => pages.length > 0;
  return sections
    .map(({ title, groups }) => ({ title, groups: groups.filter(hasPages) }))
    .filter(({ groups }) => groups.length > 0);
}

/** The table of decisions has their numbers where other tables have titles. */
const toPage = (text, path, description) =>
  /^\d+$/.test(text) ? { text: `${text} ${description}`, path, description } : { text, path, description };

const forContributors = ['For contributors', 'Decisions'];

/** Returns the sidebars of VitePress: one for those who use the package, one for contributors. */
export function toSidebar(sections) {
  const isTheirs = ({ title }) => forContributors.includes(title);
  const items = (chosen) =>
    chosen.flatMap(({ title, groups }) =>
      groups.map((group) => ({
        text: group.title ?? title,
        items: group.pages.map(({ text, path }) => ({ text, link: toLink(path) })),
      })),
    );
  const theirs = sections.filter(isTheirs);
  const contributors = items(theirs);
  // One entry for a folder: every page of the site carries this list.
  const places = theirs.flatMap(({ groups }) =>
    groups.flatMap(({ pages }) => pages.map(({ path }) => toPlace(path))),
  );
  return {
    ...Object.fromEntries([...new Set(places), '/project/'].map((place) => [place, contributors])),
    '/': items(sections.filter((section) => !isTheirs(section))),
  };
}

const toPlace = (path) => (path.includes('/') ? `/${path.split('/')[0]}/` : toLink(path));
const toLink = (path) => `/${path.replace(/\.md$/, '')}`;

/** Returns `llms.txt` (https://llmstxt.org): one line for each page of the guides and the reference. */
export function toLlmsText(sections, { description, prefix = '' }) {
  const lines = sections
    .filter(({ title }) => title !== 'Decisions')
    .flatMap(({ title, groups }) => [
      '',
      `## ${title}`,
      ...groups.flatMap(({ title: group, pages }) => [
        ...(group === null ? [''] : ['', `### ${group}`, '']),
        ...pages.map(({ text, path, description: what }) => `- [${text}](${prefix}${path}): ${what}`),
      ]),
    ]);
  return `# express-consent\n\n> ${description}\n${lines.join('\n')}\n`;
}
