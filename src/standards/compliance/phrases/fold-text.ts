/** Longest part of a text that is searched for phrases, and longest sentence (characters). */
const maxText = 20_000;
const maxSentence = 600;

/** Letters that have no decomposition in Unicode. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  đ: 'd',
};

/**
 * Reduces a text to the form in which phrases are written: lower case, without accents or vowel marks, one
 * kind of apostrophe and space.
 * @example foldText('S’OPPOSER À ŁÓDŹ') // "s'opposer a lodz"
 */
export function foldText(text: string): string {
  return text
    .slice(0, maxText)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\u00ad\u0640\p{Cf}]/gu, '')
    .replace(/[łßøæœıđ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[‘’‚‛`´ʼ]/g, "'")
    .replace(/[^\S\n]/g, ' ');
}

/**
 * Folds a text and returns it with one sentence per line. Sentences also end at line breaks and bullets.
 * @example toLines('We use cookies. Do you agree?') // 'we use cookies\ndo you agree'
 */
export function toLines(text: string): string {
  const lines: string[] = [];
  for (const sentence of foldText(text).split(/[.!?;:؟؛…\n•|]/)) {
    const line = sentence.trim().slice(0, maxSentence);
    if (line !== '') lines.push(line);
  }
  return lines.join('\n');
}
