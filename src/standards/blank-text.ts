/**
 * Something that a reader can see: no white space, control or format character, nor anything else that is
 * drawn as nothing (U+2800 is an empty braille cell).
 */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing at all. */
export function isBlankText(text: string | undefined): boolean {
  return text === undefined || !visible.test(text);
}
