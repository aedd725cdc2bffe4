// Draws the diagrams (`mermaid`) of a page as SVG when the site is built, so that readers load no program for them. Git
// hosts draw the same text with Mermaid itself.
import { renderMermaidSVG } from 'beautiful-mermaid';

/** Longest line in a box (characters). */
const lineLength = 26;

/**
 * Returns a diagram as HTML: the picture, which scrolls where it is wider than the page, and its relations as a list.
 * @param id different for each diagram of a page
 * @throws Error for text that is not a diagram
 */
export function drawDiagram(text, id) {
  const svg = renderMermaidSVG(nameNodesFirst(text));
  const items = text.trim().startsWith('sequenceDiagram') ? listSteps(text) : listRelations(svg);
  if (items === '') throw new Error(`A diagram shows nothing:\n${text}`);
  return [
    '<figure class="diagram" v-pre>',
    `<div tabindex="0" role="group" aria-label="Diagram">${forPage(svg, id)}</div>`,
    `<details><summary>Diagram as a list</summary><ul>${items}</ul></details>`,
    '</figure>\n',
  ].join('');
}

/** Names the boxes before their relations, as the renderer shows the id of a box that is used before it is named. */
function nameNodesFirst(text) {
  const [kind, ...lines] = text.trim().split('\n');
  if (!kind.startsWith('flowchart')) return text;
  const named = /([\w-]+)([[{])"([^"]+)"([\]}])/g;
  const nodes = [...text.matchAll(named)].map(
    ([, name, open, label, close]) => `  ${name}${open}"${breakLines(label)}"${close}`,
  );
  return [kind, ...nodes, ...lines.map((line) => line.replace(named, '$1'))].join('\n');
}

function breakLines(label) {
  const lines = [''];
  for (const word of label.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= lineLength) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.filter((line) => line !== '').join('<br>');
}

/** Returns the steps of a sequence as list items, those of a loop or a condition in a list of their own. */
function listSteps(text) {
  const names = new Map();
  let items = '';
  for (const line of text.split('\n')) {
    const [, id, name] = /^\s*(?:participant|actor) (\w+) as (.+)$/.exec(line) ?? [];
    if (id !== undefined) names.set(id, name);
    const [, from, to, label] = /^\s*(\w+)-[-x>)]+(\w+): (.+)$/.exec(line) ?? [];
    if (from !== undefined) items += toItem({ from, to, label: escapeHtml(label) }, names);
    const [, block, condition] = /^\s*(loop|alt|opt|else|end)\b ?(.*)$/.exec(line) ?? [];
    if (block === 'end' || block === 'else') items += '</ul></li>';
    if (block !== undefined && block !== 'end') items += `<li>${toHeading(block, condition)}:<ul>`;
  }
  return items;
}

const blockWords = { loop: 'repeated', alt: 'if', opt: 'if', else: 'else' };
const toHeading = (block, condition) => `${blockWords[block]} ${escapeHtml(condition)}`.trim();

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function toItem({ from, to, label }, names) {
  const nameOf = (id) => names.get(id) || (id === '_start' ? 'start' : id === '_end' ? 'end' : id);
  const ends = from === to ? nameOf(from) : `${nameOf(from)} → ${nameOf(to)}`;
  return `<li>${label === '' ? ends : `${ends}: ${label}`}</li>`;
}

/** Returns the relations of a drawn diagram as list items: `A → B: label`. Names in it are escaped already. */
function listRelations(svg) {
  const names = new Map();
  const relations = [];
  for (const [tag] of svg.matchAll(
    /<\w+ class="(?:node|actor|entity|edge|message|er-relationship)"[^>]*>/g,
  )) {
    const {
      id,
      label = '',
      ...ends
    } = Object.fromEntries(
      [...tag.matchAll(/ data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (id !== undefined) names.set(id, label.replace(/(&lt;br&gt;|<br>|\n)/g, ' '));
    else relations.push({ from: ends.from ?? ends.entity1, to: ends.to ?? ends.entity2, label });
  }
  return relations.map((relation) => toItem(relation, names)).join('');
}

/** Without styles of its own, which would apply to the whole page and load a font; the site's are in theme/style.css. */
const forPage = (svg, id) =>
  svg
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<text[^>]*>\(no attributes\)<\/text>/g, '')
    .replace(/(<svg [^>]*?) style="[^"]*"/, '$1 role="img" aria-label="Diagram, listed below as text"')
    .replace(/ id="([^"]+)"/g, ` id="${id}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${id}-$1)`)
    .replace(/\n\s*/g, '');
