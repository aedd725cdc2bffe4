/** Returns the script in which a language is likely to be written, by its ISO 15924 code; null for what is no locale. */
export function likelyScript(locale: string): string | null {
  try {
    return new Intl.Locale(locale).maximize().script ?? null;
  } catch {
    return null;
  }
}
