import { defaultColours } from '#standards/widget-colours';
import type { LocaleFile } from '../locale-file';

/**
 * Returns what each variant shows instead, by id, for the locale file that all visitors get; A comes first and is empty.
 * @param varied the files that the variants would have if they were profiles
 */
export function publishVariants(
  file: LocaleFile,
  varied: readonly (readonly [id: string, file: LocaleFile])[],
): NonNullable<LocaleFile['variants']> {
  return Object.fromEntries([['A', {}], ...varied.map(([id, other]) => [id, findDifferences(file, other)])]);
}

/** Returns a locale file as visitors of a variant saw it; the file itself where no variant is known. */
export function showVariant(file: LocaleFile, variant: string | null | undefined): LocaleFile {
  if (!variant) return file;
  const { variants = {}, ...own } = file;
  const { preferenceModal, ...varied } = variants[variant] ?? {};
  return { ...own, ...varied, preferenceModal: { ...own.preferenceModal, ...preferenceModal } };
}

type Differences = NonNullable<LocaleFile['variants']>[string];

function findDifferences(file: LocaleFile, other: LocaleFile): Differences {
  const isNew = (key: 'mainBanner' | 'theme' | 'ui') =>
    JSON.stringify(file[key]) !== JSON.stringify(other[key]);
  const { categories: _shared, ...modal } = other.preferenceModal;
  const { categories: _same, ...ownModal } = file.preferenceModal;
  return {
    ...(isNew('mainBanner') && { mainBanner: other.mainBanner }),
    ...(JSON.stringify(ownModal) !== JSON.stringify(modal) && { preferenceModal: modal }),
    // A look without colours of its own has the default ones, and not those of A.
    ...(isNew('theme') && { theme: other.theme ?? defaultColours }),
    ...(isNew('ui') && { ui: other.ui }),
  };
}
