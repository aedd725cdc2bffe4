/** Returns the script in which a language is likely to be written, by its ISO 15924 code; null for a text that names no language. */
export function likelyScript(locale: string): string | null {
  try {
    return new Intl.Locale(locale).maximize().script ?? null;
  } catch {
    return null;
  }
}
