const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Returns the text of a banner's HTML, a line for each paragraph or list entry, with the addresses of links. */
export function htmlToLines(html: string): readonly string[] {
  return (
    html
      // An address that begins with # is a button of the banner.
      .replace(/<a\b[^>]*\bhref="([^#"][^"]*)"[^>]*>(.*?)<\/a>/gis, '$2 ($1)')
      .replace(/<(?:br|\/p|\/li|\/h\d|\/ul|\/ol|\/div)\b[^>]*>/gi, '\n')
      .replace(/<[^>]*>/g, '')
      .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) =>
        name === undefined ? toCharacter(decimal, hex) : (entities[name.toLowerCase()] ?? whole),
      )
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
  );
}

function toCharacter(decimal: string | undefined, hex: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
