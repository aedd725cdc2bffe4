const namespace = 'http://www.w3.org/2000/svg';

/** Paths of the opt-out icon of 11 CCR § 7015(b), and their colours. */
const paths: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['M7 .5h16a6.5 6.5 0 0 1 0 13H7a6.5 6.5 0 0 1 0-13Z', { fill: '#fff', stroke: '#06f' }],
  ['M18 .5h5a6.5 6.5 0 0 1 0 13h-8.5Z', { fill: '#06f' }],
  ['m5 7 3 3 5-6', { fill: 'none', stroke: '#06f', 'stroke-width': '1.5' }],
  ['m20 4.5 5 5m0-5-5 5', { fill: 'none', stroke: '#fff', 'stroke-width': '1.5' }],
];

export function createOptOutIcon(): SVGElement {
  const create = (name: string, attributes: Readonly<Record<string, string>>) => {
    const node = Document.prototype.createElementNS.call(document, namespace, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node as SVGElement;
  };
  const icon = create('svg', { viewBox: '0 0 30 14', width: '30', height: '14', 'aria-hidden': 'true' });
  icon.append(...paths.map(([d, colours]) => create('path', { d, ...colours })));
  return icon;
}
