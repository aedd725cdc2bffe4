/** The fields that a variant of an experiment shows in place of those of the profile. */
interface Variant {
  readonly mainBanner?: object | undefined;
  readonly preferenceModal?: object | undefined;
  readonly theme?: object | undefined;
  readonly ui?: object | undefined;
}

interface VariedProfile {
  readonly variants?: Readonly<Record<string, Variant>> | undefined;
  readonly preferenceModal: object;
}

/**
 * Returns the variant that a visitor sees: the wanted one where the profile has it, else any with the same probability;
 * undefined where no experiment runs. Why: docs/adr/0111-variants.md
 */
export function pickVariant({ variants = {} }: VariedProfile, wanted?: unknown): string | undefined {
  const ids = Object.keys(variants);
  return ids.find((id) => id === wanted) ?? ids[Math.floor(Math.random() * ids.length)];
}

/** Returns the profile as visitors of a variant see it. */
export function withVariant<P extends VariedProfile>(profile: P, id = ''): P {
  const own = profile.variants?.[id];
  return { ...profile, ...own, preferenceModal: { ...profile.preferenceModal, ...own?.preferenceModal } };
}
