/** The fields of a TC string as `__tcfapi` names them. */
export interface TcFields {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly vendorListVersion: number;
  readonly tcfPolicyVersion: number;
  readonly isServiceSpecific: boolean;
  readonly useNonStandardTexts: boolean;
  readonly purposeOneTreatment: boolean;
  readonly publisherCC: string;
  readonly specialFeatureOptins: Flags;
  readonly purpose: { readonly consents: Flags; readonly legitimateInterests: Flags };
  readonly vendor: {
    readonly consents: Flags;
    readonly legitimateInterests: Flags;
    readonly disclosedVendors: Flags;
  };
  readonly publisher: {
    readonly consents: Flags;
    readonly legitimateInterests: Flags;
    readonly customPurpose: { readonly consents: Flags; readonly legitimateInterests: Flags };
    readonly restrictions: Readonly<Record<number, Record<number, number>>>;
  };
}

/** Ids, each as true or false. */
type Flags = Record<number, boolean>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Reads a TC string of version 2 that the service has checked.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2.
 */
export function readTcString(text: string): TcFields {
  const [core, ...segments] = text.split('.').map(createReader) as [Reader, ...Reader[]];
  // Version and both times.
  core.take(78);
  const cmp = { cmpId: core.take(12), cmpVersion: core.take(12) };
  // Screen and language.
  core.take(18);
  const head = {
    ...cmp,
    vendorListVersion: core.take(12),
    tcfPolicyVersion: core.take(6),
    isServiceSpecific: !!core.take(1),
    useNonStandardTexts: !!core.take(1),
    specialFeatureOptins: core.flags(12),
    purpose: { consents: core.flags(24), legitimateInterests: core.flags(24) },
    purposeOneTreatment: !!core.take(1),
    publisherCC: String.fromCharCode(core.take(6) + 65, core.take(6) + 65),
  };
  const vendor = {
    consents: core.vendors(),
    legitimateInterests: core.vendors(),
    disclosedVendors: {} as Flags,
  };
  const restrictions: Record<number, Record<number, number>> = {};
  for (let left = core.take(12); left > 0; left--) {
    const purpose = core.take(6);
    const type = core.take(2);
    const restricted = restrictions[purpose] ?? {};
    restrictions[purpose] = restricted;
    core.ranges((id) => {
      restricted[id] = type;
    });
  }
  const publisher = {
    consents: {},
    legitimateInterests: {},
    customPurpose: { consents: {}, legitimateInterests: {} },
    restrictions,
  };
  for (const segment of segments) {
    const type = segment.take(3);
    if (type === 1) vendor.disclosedVendors = segment.vendors();
    if (type === 3) {
      publisher.consents = segment.flags(24);
      publisher.legitimateInterests = segment.flags(24);
      const count = segment.take(6);
      publisher.customPurpose = { consents: segment.flags(count), legitimateInterests: segment.flags(count) };
    }
  }
  return { ...head, vendor, publisher };
}

/**
 * Returns a string as made today: both times are midnight UTC. They are 36 bits each, after 6 bits of version.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "The Core String".
 */
export function withToday(text: string): string {
  let deciseconds = Math.floor(Date.now() / 86_400_000) * 864_000;
  let time = '';
  while (time.length < 6) {
    time = alphabet[deciseconds % 64] + time;
    deciseconds = Math.floor(deciseconds / 64);
  }
  return text[0] + time + time + text.slice(13);
}

interface Reader {
  take(bits: number): number;
  /** A bit for each id from 1. */
  flags(count: number): Flags;
  /** Calls `each` with the ids of a list of ranges. */
  ranges(each: (id: number) => void): void;
  /** The ids of a vendor section that are set. */
  vendors(): Flags;
}

function createReader(segment: string): Reader {
  const bits = [...segment].map((letter) => alphabet.indexOf(letter).toString(2).padStart(6, '0')).join('');
  let position = 0;
  const reader: Reader = {
    take(count) {
      position += count;
      return Number(`0b0${bits.slice(position - count, position)}`);
    },
    flags(count) {
      const flags: Flags = {};
      for (let id = 1; id <= count; id++) flags[id] = !!reader.take(1);
      return flags;
    },
    ranges(each) {
      for (let left = reader.take(12); left > 0; left--) {
        const isRange = reader.take(1);
        const first = reader.take(16);
        const last = isRange ? reader.take(16) : first;
        for (let id = first; id <= last; id++) each(id);
      }
    },
    vendors() {
      const set: Flags = {};
      const count = reader.take(16);
      if (reader.take(1))
        reader.ranges((id) => {
          set[id] = true;
        });
      else for (let id = 1; id <= count; id++) if (reader.take(1)) set[id] = true;
      return set;
    },
  };
  return reader;
}
