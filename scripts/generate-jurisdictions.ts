// Writes docs/reference/jurisdictions.md from the table of laws: `npm run docs`.
import { getAllCountries } from 'countries-and-timezones';
import { complianceGroupIds, complianceGroups } from '#standards/compliance/index';
import {
  type Jurisdiction,
  jurisdictions,
  jurisdictionsAsOf,
  type Law,
  type LawTerms,
} from '#standards/jurisdiction/index';
import { page, table } from './markdown';

const introduction = `The law and the compliance group that the service uses for a visitor's place. **This is not legal advice.** The whole table was reviewed on
${jurisdictionsAsOf}; an entry reviewed later has its own date. The law named is the source of its entry. "Checked" means that a secondary source supporting
the entry was read at the review; the others rest on general knowledge and need review by a lawyer. Confidence: *high*, a well-established statute and
model; *medium*, a known statute whose model was reasoned; *low*, a reasoned default or a point that could not be verified, which the notes name.

How a place is looked up:

1. The region is known and has a row: that row.
2. The region is known and has no row: the country's row.
3. The region is unknown: the row "region unknown", the strictest of the country; without one, the country's row.
4. The country is unknown: \`compliance.defaultGroup\`.

A law applies from 00:00 UTC of its first day, at the moment of each request. A place with a future law has two rows: one for the time before
that day, and one from that day on. Responses, receipts and rules use the row of the day. \`compliance.jurisdictions\` in the configuration replaces the
group of any country (\`DE\`, with all its regions) or region (\`US-CA\`), also with a custom group; the rest of the row does not change.

Use of the other columns and notes:

| Value | Used for |
| --- | --- |
| Child age | \`childAge\` of \`GET /resolve-profile\`: below it, ask a parent |
| Sensitive data | \`sensitiveGroup\` of \`GET /resolve-profile\`: how to ask before using sensitive data, where it differs from the group |
| A choice is valid N months | \`consentMonths\` of \`GET /resolve-profile\`; \`verify\`, the visitor cookie and receipts end a choice at the earlier of this and the profile's \`expiryDays\` |
| No asking again within N months | \`reaskMonths\` of \`GET /resolve-profile\`: do not ask a visitor who refused again before that. The authorities of Belgium, Czechia, France and Italy name six months; in the rest of the European Economic Area they are our default |
| An exempt audience tracker lives N months | [compliance rules](compliance-rules.md) about a profile of the group |`;

/** Names that are missing from the country data. */
const furtherNames: Readonly<Record<string, string>> = { BV: 'Bouvet Island', XK: 'Kosovo' };

function getCountryName(country: string): string {
  const countries: Readonly<Record<string, { name: string }>> = getAllCountries();
  return countries[country]?.name ?? furtherNames[country] ?? country;
}

function notes(terms: LawTerms, review: Law): string {
  const list = [
    terms.sensitive && `sensitive data: \`${terms.sensitive}\``,
    terms.consentMonths && `a choice is valid ${terms.consentMonths} months at most`,
    terms.reaskMonths && `no asking again within ${terms.reaskMonths} months`,
    terms.trackerMonths && `an exempt audience tracker lives ${terms.trackerMonths} months at most`,
    terms !== review.before && review.note,
    terms !== review.before && review.asOf && `reviewed ${review.asOf}`,
  ];
  return list.filter(Boolean).join('; ');
}

function lawRow(place: string, terms: LawTerms, review: Law, country: Jurisdiction): string[] {
  const gpc = terms.gpc ? (terms.gpcFrom ?? review.effectiveFrom ?? 'yes') : '';
  const trust = `${review.confidence ?? country.confidence}${review.checked ? ', checked' : ''}`;
  return [
    place,
    terms.short ?? '',
    terms.law,
    `\`${terms.group}\``,
    gpc,
    String(terms.childAge ?? ''),
    notes(terms, review),
    trust,
  ];
}

/** Returns one row, or two for a future law: the rules before its day, and the law itself. */
function lawRows(place: string, law: Law, country: Jurisdiction): string[][] {
  if (law.before === undefined) return [lawRow(place, law, law, country)];
  return [
    lawRow(`${place}, before ${law.effectiveFrom}`, law.before, law, country),
    lawRow(`${place}, from ${law.effectiveFrom}`, law, law, country),
  ];
}

/** Returns the page docs/reference/jurisdictions.md. */
export function renderJurisdictions(): string {
  const groups = complianceGroupIds.map((id) => {
    const { label, description, rank, model, gpcMode } = complianceGroups[id];
    return [`\`${id}\``, label, rank, description, model, `\`${gpcMode}\``];
  });
  const places = Object.entries(jurisdictions).flatMap(([code, entry]) => [
    ...lawRows(`${code} ${getCountryName(code)}`, entry, entry),
    ...(entry.regionUnknown ? [lawRow(`${code}, region unknown`, entry.regionUnknown, entry, entry)] : []),
    ...Object.entries(entry.regions ?? {}).flatMap(([region, law]) =>
      lawRows(`${code}-${region}`, law, entry),
    ),
  ]);
  return page('Jurisdictions', 'src/standards/jurisdiction/', [
    introduction,
    '## Compliance groups, strictest first',
    table(['Group', 'Label', 'Rank', 'Meaning', 'Consent model', 'GPC default'], groups),
    '## Countries and regions',
    table(
      ['Place', 'Short name', 'Law', 'Group', 'GPC binds from', 'Child age', 'Notes', 'Confidence'],
      places,
    ),
  ]);
}

export const pages = { 'docs/reference/jurisdictions.md': renderJurisdictions };
