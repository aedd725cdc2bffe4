/** Returns the values that a person typed, separated by commas, semicolons, spaces or lines, each once. */
export const toList = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
