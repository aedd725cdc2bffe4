// Writes docs/reference/jurisdictions.md from the table of laws: `npm run docs`.
import { getAllCountries } from 'countries-and-timezones';
import { complianceGroupIds, complianceGroups } from '../src/standards/compliance';
import { type Jurisdiction, jurisdictions, jurisdictionsAsOf, type Law } from '../src/standards/jurisdiction';

const introduction = `# Jurisdictions

<!-- Generated from src/standards/ by scripts/generate-jurisdictions.ts; do not edit. -->

Which law and which compliance group the service takes for a visitor's place. **This is no legal advice.** The table was reviewed as a whole on
${jurisdictionsAsOf}; an entry reviewed later says so. The law named is the source of its entry. "Checked" means that a secondary source that supports
the entry was read at the review; the others rest on general knowledge and need a lawyer's eye. Confidence: *high*, a well-established statute and
model; *medium*, a known statute whose model was reasoned; *low*, a reasoned default.

How a place is looked up:

1. The region is known and has a row of its own: that row.
2. The region is known and has none: the country's group.
3. The region is unknown: the group under "region unknown", the strictest of the country; without one, the country's group.
4. The country is unknown: \`compliance.defaultGroup\`.

A law counts from 00:00 UTC of the day under "from"; until then the group under "before" stands. \`compliance.jurisdictions\` in the config replaces the
group of any country (\`DE\`, with all its regions) or region (\`US-CA\`), also by a custom group.`;

/** Names that the country data lacks. */
const furtherNames: Readonly<Record<string, string>> = { BV: 'Bouvet Island', XK: 'Kosovo' };

function nameOf(country: string): string {
  const countries: Readonly<Record<string, { name: string }>> = getAllCountries();
  return countries[country]?.name ?? furtherNames[country] ?? country;
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

function notes(law: Law & Partial<Jurisdiction>): string {
  const list = [
    law.effectiveFrom && `from ${law.effectiveFrom}; before: \`${law.groupBefore}\``,
    law.regionDefault && law.regionDefault !== law.group && `region unknown: \`${law.regionDefault}\`${law.gpcRegionDefault ? ', GPC binding' : ''}`,
    law.sensitive && `sensitive data: \`${law.sensitive}\``,
    law.consentMonths && `a choice is valid ${law.consentMonths} months at most`,
    law.reaskMonths && `no asking again within ${law.reaskMonths} months`,
    law.trackerMonths && `an exempt audience tracker lives ${law.trackerMonths} months at most`,
    law.asOf && `reviewed ${law.asOf}`,
  ];
  return list.filter(Boolean).join('; ');
}

function lawRow(place: string, law: Law & Partial<Jurisdiction>, country: Jurisdiction): string {
  const gpc = law.gpc ? (law.gpcFrom ?? 'yes') : '';
  const trust = `${law.confidence ?? country.confidence}${law.checked ? ', checked' : ''}`;
  return row([place, law.short ?? '', law.law, `\`${law.group}\``, gpc, law.childAge ?? '', notes(law), trust]);
}

/** The page docs/reference/jurisdictions.md. */
export function renderJurisdictions(): string {
  const groups = complianceGroupIds.map((id) => {
    const { label, description, rank, model, gpcMode } = complianceGroups[id];
    return row([`\`${id}\``, label, rank, description, model, `\`${gpcMode}\``]);
  });
  const places = Object.entries(jurisdictions).flatMap(([code, entry]) => [
    lawRow(`${code} ${nameOf(code)}`, entry, entry),
    ...Object.entries(entry.regions).map(([region, law]) => lawRow(`${code}-${region}`, law, entry)),
  ]);
  return [
    introduction,
    '## Compliance groups, strictest first',
    table(['Group', 'Label', 'Rank', 'Meaning', 'Consent model', 'GPC default'], groups),
    '## Countries and regions',
    `${table(['Place', 'Short name', 'Law', 'Group', 'GPC binds from', 'Child age', 'Notes', 'Confidence'], places)}\n`,
  ].join('\n\n');
}

export const pages = { 'docs/reference/jurisdictions.md': renderJurisdictions };
