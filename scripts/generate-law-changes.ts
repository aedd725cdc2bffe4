// Writes docs/reference/law-changes.md from the changes of the law: `npm run docs`.
import { lawChanges } from '#standards/law-changes/index';
import { code, page, table } from './markdown';

const introduction = `What changed in the law, and in which version our data followed, in the order in which the changes apply. **This is not legal advice.**
[\`express-consent law\`](../guide/cli.md#changes-of-the-law) prints the same, and which of your published profiles each change touches. “Touches”
names [compliance rules](compliance-rules.md) and fields: of a place ([Places](../guide/places.md#legal-facts-in-the-answer)), or of a record
(\`parentalConsent\`). Changes before 2026 are part of [the table](jurisdictions.md) and only listed here if our data changed.`;

/** Greatest number of places that a cell lists. */
const maxPlaces = 8;

function listPlaces(places: readonly string[]): string {
  return places.length > maxPlaces
    ? `${places.length} places: ${places.slice(0, maxPlaces).join(', ')}, …`
    : places.join(', ');
}

const render = () =>
  page('Changes of the law', 'src/standards/law-changes/', [
    introduction,
    table(
      ['Applies from', 'Places', 'Change', 'Source', 'Touches', 'Since version'],
      lawChanges.map(({ id, appliesFrom, places, summary, source, url, touches, version, recordedOn }) => [
        appliesFrom,
        listPlaces(places),
        `${summary} (${code(id)})`,
        url === null ? source : `[${source}](${url})`,
        touches.map(code).join(', '),
        `${version} (${recordedOn})`,
      ]),
    ),
  ]);

export const pages = { 'docs/reference/law-changes.md': render };
