import type { Sort } from '../../components';
import type { Summary } from './summary';

/** States that the list can be narrowed to. A live banner with unpublished changes is `live` too. */
export const bannerStates = ['live', 'changed', 'draft'] as const;
export type BannerState = (typeof bannerStates)[number];

export interface BannerFilter {
  readonly q: string;
  readonly group: string;
  readonly state: BannerState | '';
}

/** Returns the banners that fit the filter. Every word of `q` is a part of the name, in any case. */
export function selectBanners(banners: readonly Summary[], { q, group, state }: BannerFilter): Summary[] {
  const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
  return banners.filter(
    (banner) =>
      wanted.every((word) => banner.name.toLowerCase().includes(word)) &&
      (group === '' || banner.complianceGroup === group) &&
      (state === '' || isIn(banner, state)),
  );
}

function isIn({ isActive, version, publishedVersion }: Summary, state: BannerState): boolean {
  if (state === 'draft') return !isActive;
  return isActive && (state === 'live' || publishedVersion !== version);
}

/** Returns the banners in the order of a column; equal ones by name. */
export function orderBanners(
  banners: readonly Summary[],
  { by, isDown }: Sort,
  language: string,
  nameOfGroup: (group: string) => string,
): Summary[] {
  const collator = new Intl.Collator(language, { numeric: true });
  const byName = (a: Summary, b: Summary) => collator.compare(a.name, b.name);
  const orders: Readonly<Record<string, (a: Summary, b: Summary) => number>> = {
    name: byName,
    group: (a, b) =>
      collator.compare(nameOfGroup(a.complianceGroup ?? ''), nameOfGroup(b.complianceGroup ?? '')),
    status: (a, b) => rank(a) - rank(b),
    updated: (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt),
  };
  const order = orders[by] ?? byName;
  const direction = isDown ? -1 : 1;
  return [...banners].sort((a, b) => direction * order(a, b) || byName(a, b));
}

const rank = (banner: Summary) => (isIn(banner, 'changed') ? 0 : banner.isActive ? 1 : 2);
