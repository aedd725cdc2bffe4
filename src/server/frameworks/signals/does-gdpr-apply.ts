import { lookupJurisdiction, type Place } from '#standards/jurisdiction/index';

/**
 * Laws that the framework is made for, by their short names in the table of jurisdictions. The outermost regions
 * (Articles 349 and 355(1) TFEU: Guadeloupe, French Guiana, Martinique, Mayotte, Réunion, Saint Martin) and Åland
 * are part of the Union, so the GDPR applies there by itself. Overseas countries and territories (Article 355(2),
 * such as New Caledonia or Aruba), the Faroes, Greenland, Gibraltar, Jersey, Guernsey and Man are not: their own
 * laws, which the table names otherwise, are not the GDPR, even where they repeat its text.
 */
const gdprLaws: readonly (string | null)[] = ['GDPR', 'UK GDPR'];

/**
 * Whether the GDPR applies: to visitors in the EEA and the United Kingdom, wherever they are when the
 * publisher is established there (Article 3(1) and (2)), and to visitors whose place is not known.
 */
export function doesGdprApply(publisherCC: string, place: Place, now: number): boolean {
  const hasGdpr = (where: Place) =>
    gdprLaws.includes(lookupJurisdiction(where, { now, defaultGroup: 'opt-in' }).law);
  return place.country === null || hasGdpr({ country: publisherCC, region: null }) || hasGdpr(place);
}
