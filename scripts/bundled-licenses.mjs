import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the licenses of the packages whose code is in a bundle, as their authors ask for: each text once, below the
 * packages that it covers.
 * @param metafile of esbuild
 */
export function bundledLicenses({ outputs }, root) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0),
  );
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const covered = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const papers = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const text = papers.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n');
    const key = text.replace(/\r\n/g, '\n') || `License: ${license}`;
    covered.set(key, [...(covered.get(key) ?? []), `${name} ${version} (${license})`]);
  }
  const line = '-'.repeat(80);
  const sections = [...covered].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`);
  return `The scripts in this folder contain code of these packages.\n\n${sections.join('\n')}`;
}
