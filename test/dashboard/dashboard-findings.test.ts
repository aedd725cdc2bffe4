import { chooseBanners } from '../../src/dashboard/screens/findings/suggestion';

const live = (profileId: string) => ({ profileId, name: profileId, version: 1, categories: [] });
const [shop, blog] = [live('shop'), live('blog')];

test('The findings screen lists in all live banners when the chosen one goes offline', () => {
  expect(chooseBanners([shop, blog], '')).toEqual([shop, blog]);
  expect(chooseBanners([shop, blog], 'shop')).toEqual([shop]);
  expect(chooseBanners([blog], 'shop')).toEqual([blog]);
});
