/** A text has letters for which no font has glyphs. */
export class MissingGlyphs extends Error {
  /** @param samples the code point of one letter of each script, by the name of the script */
  constructor(readonly samples: ReadonlyMap<string, string>) {
    super(`no font holds ${[...samples.keys()].join(', ')}`);
  }
}

/** A font file is missing or not valid. */
export class UnreadableFont extends Error {
  constructor(
    readonly index: number,
    cause?: unknown,
  ) {
    super(`font ${index} cannot be read`, { cause });
  }
}
