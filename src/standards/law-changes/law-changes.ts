/** A change of the law, and what our data made of it. Days are ISO 8601 and begin at 00:00 UTC. */
export interface LawChange {
  /** Never changes its meaning, so that scripts can refer to it. */
  readonly id: string;
  /** First day on which the law, or the regulator's recommendation, applies. */
  readonly appliesFrom: string;
  /** Version of this package whose data first contained it. */
  readonly version: string;
  /** Day on which our data changed. */
  readonly recordedOn: string;
  /** Countries and regions of the jurisdiction table (ISO 3166); a country includes its regions. */
  readonly places: readonly string[];
  /** One sentence without jargon. */
  readonly summary: string;
  /** Act and section. */
  readonly source: string;
  /** Text of the source; null: we have no address that we have read. */
  readonly url: string | null;
  /** Ids of compliance rules, and fields of a place (`reaskMonths`) or record (`parentalConsent`), that follow it. */
  readonly touches: readonly string[];
}

/** Version and day of the data that 0.1.0 begins with. */
const first = { version: '0.1.0', recordedOn: '2026-11-20' } as const;
const reviewed = { version: '0.1.0', recordedOn: '2026-11-22' } as const;
const latest = { version: '0.1.0', recordedOn: '2026-11-26' } as const;
const group = ['group', 'law'] as const;

/** Countries of the European Economic Area, with the parts of them that have an ISO code of their own. */
const europe: readonly string[] =
  'AT AX BE BG CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IS IT LI LT LU LV MF MQ MT NL NO PL PT RE RO SE SI SK YT'.split(
    ' ',
  );

/**
 * Changes of the law in the order in which they apply. A test checks that every law with a first day in the jurisdiction
 * table is here. An entry is added when data changes, and never removed.
 */
export const lawChanges: readonly LawChange[] = [
  {
    ...latest,
    id: 'europe-reask-six-months',
    appliesFrom: '2020-09-17',
    places: europe,
    summary:
      'A visitor who refused is left alone for six months: recommended by the CNIL and required by the Garante, and now our default for all of the EEA, also where the authority of the place names no period',
    source:
      'CNIL, deliberation 2020-092 of 17 September 2020 (recommendation); Garante, guidelines on cookies of 10 June 2021',
    url: 'https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000042388197',
    touches: ['reaskMonths', 'expiry/asks-too-soon'],
  },
  {
    ...first,
    id: 'us-ca-signal-shown-2026',
    appliesFrom: '2026-01-01',
    places: ['US-CA'],
    summary: 'A business must show whether it has processed the opt-out preference signal',
    source: '11 CCR 7025(c)(6)',
    url: null,
    touches: ['gpc/no-banner'],
  },
  {
    ...first,
    id: 'us-de-signal-2026',
    appliesFrom: '2026-01-01',
    places: ['US-DE'],
    summary: 'The Global Privacy Control signal binds in Delaware',
    source: 'DPDPA (Delaware)',
    url: null,
    touches: ['gpcBinding', 'gpc/ignored', 'gpc/not-listening'],
  },
  {
    ...first,
    id: 'us-or-signal-2026',
    appliesFrom: '2026-01-01',
    places: ['US-OR'],
    summary:
      'The Global Privacy Control signal binds in Oregon, and the data of children under 16 is neither sold nor used for targeted advertising',
    source: 'OCPA, ORS 646A.578, as amended by HB 2008 of 2025',
    url: null,
    touches: ['gpcBinding', 'gpc/ignored', 'childAge', 'parentalConsent'],
  },
  {
    ...first,
    id: 'us-in-ky-ri-2026',
    appliesFrom: '2026-01-01',
    places: ['US-IN', 'US-KY', 'US-RI'],
    summary: 'Indiana, Kentucky and Rhode Island have a consumer privacy act, with opt-out',
    source: 'INCDPA, KCDPA, RIDTPPA',
    url: null,
    touches: [...group, 'sensitiveGroup'],
  },
  {
    ...first,
    id: 'vn-pdpl-2026',
    appliesFrom: '2026-01-01',
    places: ['VN'],
    summary: 'Vietnam has a data protection law: explicit consent, and platforms offer to refuse cookies',
    source: 'Law 91/2025/QH15, art. 29; Decree 356/2025',
    url: null,
    touches: group,
  },
  {
    ...latest,
    id: 'gb-exceptions-2026',
    appliesFrom: '2026-02-05',
    places: ['GB'],
    summary:
      'Statistics about the site’s own use and the appearance of the site need no consent, only clear information and a simple way to object; help in an emergency needs neither',
    source:
      'PECR 2003 reg. 6 and sch. A1, inserted by the Data (Use and Access) Act 2025 s. 112 and sch. 12; in force by SI 2026/82 reg. 2(w)',
    url: 'https://www.legislation.gov.uk/ukpga/2025/18/schedule/12',
    touches: [
      'group',
      'consent/pre-granted',
      'consent/mandatory-basis',
      'consent/legitimate-interest',
      'consent/no-objection',
      'consent/exempt-shared',
    ],
  },
  {
    ...reviewed,
    id: 'us-sc-children-2026',
    appliesFrom: '2026-02-05',
    places: ['US-SC'],
    summary: 'No targeted advertising to minors under 18 in South Carolina, whoever agrees',
    source: 'Age-Appropriate Code Design Act (H. 3431, Act 96 of 2026)',
    url: null,
    touches: ['childAge', 'parentalConsent'],
  },
  {
    ...latest,
    id: 'us-coppa-2026',
    appliesFrom: '2026-04-22',
    places: ['US'],
    summary:
      'A parent can agree to the collection and use of a child’s data without agreeing to its disclosure to third parties, unless the disclosure is integral to the service',
    source:
      'COPPA Rule, 16 CFR 312.5(a)(2), as amended by FR document 2025-05904; effective 2025-06-23, to be complied with by 2026-04-22',
    url: 'https://www.federalregister.gov/d/2025-05904',
    touches: ['parentalConsent', 'children/advertising', 'age/no-gate'],
  },
  {
    ...reviewed,
    id: 'us-ct-children-2026',
    appliesFrom: '2026-07-01',
    places: ['US-CT'],
    summary:
      'Data of minors under 18 is neither sold nor used for targeted advertising in Connecticut, whoever agrees; the citation was not verified against the text of the act',
    source: 'Public Act 25-113 (SB 1295), amending Conn. Gen. Stat. 42-529a',
    url: null,
    touches: ['childAge', 'parentalConsent'],
  },
  {
    ...first,
    id: 'us-ar-children-2026',
    appliesFrom: '2026-07-01',
    places: ['US-AR'],
    summary: 'Arkansas protects children and teenagers online',
    source: "Children and Teens' Online Privacy Protection Act",
    url: null,
    touches: ['childAge'],
  },
  {
    ...first,
    id: 'md-law-195-2026',
    appliesFrom: '2026-08-23',
    places: ['MD'],
    summary: 'Moldova follows the model of the GDPR',
    source: 'Law 195/2024, replacing Law 133/2011',
    url: null,
    touches: group,
  },
  {
    ...first,
    id: 'eg-pdpl-2026',
    appliesFrom: '2026-11-01',
    places: ['EG'],
    summary: 'The year of grace of Egypt’s data protection law has ended',
    source: 'Law 151/2020; Executive Regulations, Decree 816/2025',
    url: null,
    touches: group,
  },
  {
    ...first,
    id: 'cl-lpdp-2026',
    appliesFrom: '2026-12-01',
    places: ['CL'],
    summary: 'Chile asks for consent first; a notice is no longer enough',
    source: 'Law 21.719, replacing Law 19.628',
    url: null,
    touches: [...group, 'childAge'],
  },
  {
    ...first,
    id: 'us-ok-2027',
    appliesFrom: '2027-01-01',
    places: ['US-OK'],
    summary: 'Oklahoma has a consumer privacy act, with opt-out',
    source: 'OKCDPA (SB 546)',
    url: null,
    touches: [...group, 'sensitiveGroup'],
  },
  {
    ...first,
    id: 'us-la-2027',
    appliesFrom: '2027-01-01',
    places: ['US-LA'],
    summary: 'Louisiana has a consumer privacy act, with opt-out, also through a signal of the browser',
    source: 'LDPA (SB 386, Act 502)',
    url: null,
    touches: [...group, 'gpcBinding', 'sensitiveGroup'],
  },
  {
    ...reviewed,
    id: 'us-al-2027',
    appliesFrom: '2027-05-01',
    places: ['US-AL'],
    summary:
      'Alabama has a consumer privacy act, with opt-out; whether it makes the signal binding is an open question, and we assume that it does',
    source: 'APDPA (HB 351, Act 2026-552) s. 6(c)(1)',
    url: null,
    touches: [...group, 'gpcBinding', 'childAge', 'sensitiveGroup'],
  },
  {
    ...reviewed,
    id: 'bd-pdpo-2027',
    appliesFrom: '2027-05-06',
    places: ['BD'],
    summary:
      'Bangladesh asks for explicit consent, if its parliament has passed the ordinance, which we could not verify',
    source: 'Personal Data Protection Ordinance 2025',
    url: null,
    touches: group,
  },
  {
    ...reviewed,
    id: 'in-dpdpa-2027',
    appliesFrom: '2027-05-13',
    places: ['IN'],
    summary: 'India asks for itemised consent in plain words, and for a parent’s below 18 years',
    source: 'DPDP Act 2023 s. 5, 6 and 9; DPDP Rules 2025',
    url: null,
    touches: [...group, 'childAge', 'india/fiduciary'],
  },
  {
    ...first,
    id: 'py-law-7593-2027',
    appliesFrom: '2027-11-27',
    places: ['PY'],
    summary: 'Paraguay asks for consent first',
    source: 'Law 7593/2025, replacing Law 6534/2020',
    url: null,
    touches: group,
  },
  {
    ...first,
    id: 'us-vt-2028',
    appliesFrom: '2028-01-01',
    places: ['US-VT'],
    summary: 'Vermont has a consumer privacy act, with opt-out, and signals of the browser bind',
    source: 'VDPOSA (S.71, Act 145)',
    url: null,
    touches: [...group, 'gpcBinding', 'childAge', 'sensitiveGroup'],
  },
];
