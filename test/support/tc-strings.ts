/** A small vendor list of our own in the shape of the Global Vendor List, version 3. */
export function vendorList(version = 100, vendors = 3) {
  const named = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name, index) => [
        String(index + 1),
        { id: index + 1, name, description: `${name}, described`, illustrations: [] },
      ]),
    );
  return {
    gvlSpecificationVersion: 3,
    vendorListVersion: version,
    tcfPolicyVersion: 5,
    lastUpdated: '2026-11-12T16:00:22Z',
    purposes: named([
      'Store and access information',
      'Basic advertising',
      'Profiles for advertising',
      'Use profiles for advertising',
      'Profiles for content',
      'Use profiles for content',
      'Measure advertising',
      'Measure content',
      'Understand audiences',
      'Improve services',
      'Limited data for content',
    ]),
    specialPurposes: named(['Ensure security', 'Deliver and present']),
    features: named(['Match and combine data', 'Link devices', 'Identify devices']),
    specialFeatures: named(['Precise geolocation', 'Scan device characteristics']),
    stacks: {
      '1': {
        id: 1,
        name: 'A stack',
        description: 'A stack, described',
        purposes: [2, 3],
        specialFeatures: [],
      },
    },
    dataCategories: { '1': { id: 1, name: 'IP addresses', description: 'Addresses, described' } },
    vendors: Object.fromEntries(
      Array.from({ length: vendors }, (_, index) => index + 1).map((id) => [
        String(id),
        {
          id,
          name: `Vendor ${id}`,
          purposes: [1, 2],
          legIntPurposes: [7],
          flexiblePurposes: [2],
          specialPurposes: [1],
          features: [1],
          specialFeatures: [1],
          cookieMaxAgeSeconds: 86_400,
          usesCookies: true,
          cookieRefresh: false,
          usesNonCookieAccess: false,
          dataRetention: { stdRetention: 30, purposes: {}, specialPurposes: {} },
          urls: [
            {
              langId: 'en',
              privacy: `https://vendor${id}.example/privacy`,
              legIntClaim: `https://vendor${id}.example/interest`,
            },
          ],
          dataDeclaration: [1],
        },
      ]),
    ),
  };
}

/** The fields of a TC string in the order of the format. Each wish breaks one rule of the framework or of the CMP. */
export interface TcStringWishes {
  readonly cmpId?: number;
  readonly cmpVersion?: number;
  readonly publisherCC?: string;
  readonly consentLanguage?: string;
  readonly vendorListVersion?: number;
  readonly created?: Date;
  readonly lastUpdated?: Date;
  readonly policyVersion?: number;
  readonly isServiceSpecific?: boolean;
  readonly specialFeatures?: readonly number[];
  readonly purposeConsents?: readonly number[];
  readonly purposeLegitimateInterests?: readonly number[];
  readonly vendorConsents?: readonly number[];
  readonly vendorLegitimateInterests?: readonly number[];
  readonly restrictions?: readonly {
    readonly purposeId: number;
    readonly type: 0 | 1 | 2 | 3;
    readonly vendors: readonly number[];
  }[];
  /** Null: no such segment. */
  readonly vendorsDisclosed?: readonly number[] | null;
  readonly vendorsAllowed?: readonly number[] | null;
  readonly publisherPurposes?: {
    readonly consents: readonly number[];
    readonly legitimateInterests: readonly number[];
  } | null;
}

/** A TC string as a CMP would make it. */
export function makeTcString({
  cmpId = 31,
  cmpVersion = 2,
  publisherCC = 'DE',
  consentLanguage = 'EN',
  vendorListVersion = 100,
  created = new Date('2026-11-20T00:00:00Z'),
  lastUpdated = created,
  policyVersion = 5,
  isServiceSpecific = true,
  specialFeatures = [1],
  purposeConsents = [1, 2, 7],
  purposeLegitimateInterests = [7],
  vendorConsents = [1, 3],
  vendorLegitimateInterests = [2],
  restrictions = [],
  vendorsDisclosed = [1, 2, 3],
  vendorsAllowed = null,
  publisherPurposes = { consents: [], legitimateInterests: [] },
}: TcStringWishes = {}): string {
  const core = [
    number(2, 6),
    number(created.getTime() / 100, 36),
    number(lastUpdated.getTime() / 100, 36),
    number(cmpId, 12),
    number(cmpVersion, 12),
    number(1, 6),
    twoLetters(consentLanguage),
    number(vendorListVersion, 12),
    number(policyVersion, 6),
    isServiceSpecific ? '1' : '0',
    '0',
    flags(specialFeatures, 12),
    flags(purposeConsents, 24),
    flags(purposeLegitimateInterests, 24),
    '0',
    twoLetters(publisherCC),
    vendors(vendorConsents),
    vendors(vendorLegitimateInterests),
    number(restrictions.length, 12),
    ...restrictions.map(({ purposeId, type, vendors: ids }) =>
      [number(purposeId, 6), number(type, 2), number(ids.length, 12), ...ids.map(single)].join(''),
    ),
  ];
  const segments = [
    ...(vendorsDisclosed === null ? [] : [`001${vendors(vendorsDisclosed)}`]),
    ...(vendorsAllowed === null ? [] : [`010${vendors(vendorsAllowed)}`]),
    ...(publisherPurposes === null
      ? []
      : [
          `011${flags(publisherPurposes.consents, 24)}${flags(publisherPurposes.legitimateInterests, 24)}${number(0, 6)}`,
        ]),
  ];
  return [core.join(''), ...segments].map(base64Url).join('.');
}

const number = (value: number, bits: number) => value.toString(2).padStart(bits, '0');
const flags = (ids: readonly number[], bits: number) =>
  Array.from({ length: bits }, (_, index) => (ids.includes(index + 1) ? '1' : '0')).join('');
const twoLetters = (text: string) => [...text].map((letter) => number(letter.charCodeAt(0) - 65, 6)).join('');
/** As a field with a bit for each id. */
const vendors = (ids: readonly number[]) =>
  `${number(Math.max(0, ...ids), 16)}0${flags(ids, Math.max(0, ...ids))}`;
const single = (id: number) => `0${number(id, 16)}`;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whole bytes, then six bits a letter, without padding. */
function base64Url(bits: string): string {
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return (whole.match(/.{1,6}/g) ?? [])
    .map((sextet) => alphabet[Number.parseInt(sextet.padEnd(6, '0'), 2)])
    .join('');
}
