/**
 * Matches a visible character: not white space, a control or format character, or another one that is drawn
 * as nothing (U+2800 is an empty braille cell).
 */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the trimmed text; empty for a blank text, and for a value of another type. */
export function readText(value: unknown): string {
  return typeof value === 'string' && visible.test(value) ? value.trim() : '';
}

/** Returns whether a text has no visible character. */
export function isBlankText(text: string | undefined): boolean {
  return text === undefined || !visible.test(text);
}
