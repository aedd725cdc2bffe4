import { useSyncExternalStore } from 'react';

export const colourSchemes = ['auto', 'light', 'dark'] as const;
export type ColourScheme = (typeof colourSchemes)[number];

const key = 'express-consent:scheme';
const listeners = new Set<() => void>();

const read = (): ColourScheme =>
  colourSchemes.find((scheme) => scheme === localStorage.getItem(key)) ?? 'auto';

/** Sets the chosen scheme on the document; the style sheet does the rest. */
export function applyColourScheme(): void {
  document.documentElement.dataset.scheme = read();
}

export function setColourScheme(scheme: ColourScheme): void {
  localStorage.setItem(key, scheme);
  applyColourScheme();
  for (const listener of listeners) listener();
}

export const useColourScheme = (): ColourScheme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
