import { GVL, TCModel, TCString } from '@iabtechlabtcf/core';

/** A small vendor list of our own in the shape of the Global Vendor List, version 3. */
export function vendorList(version = 100, vendors = 3) {
  const named = (names: readonly string[]) =>
    Object.fromEntries(names.map((name, index) => [String(index + 1), { id: index + 1, name, description: `${name}, described`, illustrations: [] }]));
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
    stacks: { '1': { id: 1, name: 'A stack', description: 'A stack, described', purposes: [2, 3], specialFeatures: [] } },
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
          urls: [{ langId: 'en', privacy: `https://vendor${id}.example/privacy`, legIntClaim: `https://vendor${id}.example/interest` }],
          dataDeclaration: [1],
        },
      ]),
    ),
  };
}

export interface TcStringWishes {
  readonly cmpId?: number;
  readonly cmpVersion?: number;
  readonly publisherCC?: string;
  readonly vendorListVersion?: number;
  readonly created?: Date;
  readonly lastUpdated?: Date;
  readonly policyVersion?: number;
  readonly isServiceSpecific?: boolean;
  readonly withDisclosedVendors?: boolean;
}

/** A TC string as a CMP would make it; each wish breaks one rule of the framework or of the CMP. */
export function makeTcString({
  cmpId = 31,
  cmpVersion = 2,
  publisherCC = 'DE',
  vendorListVersion = 100,
  created = new Date('2026-11-20T00:00:00Z'),
  lastUpdated = created,
  policyVersion = 5,
  isServiceSpecific = true,
  withDisclosedVendors = true,
}: TcStringWishes = {}): string {
  // biome-ignore lint/suspicious/noExplicitAny: the library types its vendor list by a declaration of its own
  const model = new TCModel(new GVL(vendorList(vendorListVersion) as any));
  Object.assign(model, { cmpId, cmpVersion, publisherCountryCode: publisherCC, consentLanguage: 'DE', isServiceSpecific, consentScreen: 1 });
  model.purposeConsents.set([1, 2, 7]);
  model.purposeLegitimateInterests.set([7]);
  model.specialFeatureOptins.set([1]);
  model.vendorConsents.set([1, 3]);
  model.vendorLegitimateInterests.set([2]);
  model.vendorsDisclosed.set([1, 2, 3]);
  Object.assign(model, { created, lastUpdated, policyVersion });
  const [core = '', ...segments] = TCString.encode(model).split('.');
  return [rewritten(core, { created, lastUpdated, policyVersion }), ...segments.filter((segment) => withDisclosedVendors || !/^[I-P]/.test(segment))].join('.');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The library sets times and policy by itself, so they are written into the bits: created 6–41, lastUpdated 42–77, policy 132–137. */
function rewritten(core: string, { created, lastUpdated, policyVersion }: { created: Date; lastUpdated: Date; policyVersion: number }): string {
  const bits = [...core].map((letter) => alphabet.indexOf(letter).toString(2).padStart(6, '0')).join('');
  const number = (value: number, length: number) => value.toString(2).padStart(length, '0');
  const written =
    bits.slice(0, 6) +
    number(created.getTime() / 100, 36) +
    number(lastUpdated.getTime() / 100, 36) +
    bits.slice(78, 132) +
    number(policyVersion, 6) +
    bits.slice(138);
  return (written.match(/.{6}/g) ?? []).map((sextet) => alphabet[Number.parseInt(sextet, 2)]).join('');
}
