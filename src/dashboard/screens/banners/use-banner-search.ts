import { type Address, useAddress } from '../../app/use-address';
import type { Sort } from '../../components';
import { type BannerFilter, bannerStates } from './select-banners';

const names = ['q', 'group', 'state', 'sort', 'page'] as const;
type Name = (typeof names)[number];

/** What the list shows and in which order; the address keeps it. The latest changed banners are first. */
export function useBannerSearch(): {
  readonly values: BannerFilter & { readonly page: string };
  readonly sort: Sort;
  readonly set: Address<Name>['set'];
} {
  const { values, set } = useAddress(names, { replaces: true });
  const { sort, state } = values;
  return {
    values: { ...values, state: bannerStates.find((known) => known === state) ?? '' },
    sort: {
      by: sort === '' ? 'updated' : sort.replace(/^-/, ''),
      isDown: sort === '' || sort.startsWith('-'),
    },
    set,
  };
}
