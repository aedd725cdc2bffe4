export type { BannerModel, ButtonTexts, LanguageTexts } from './banner-text-types';
export { bannerModelOf, bannerTextLocales, bannerTexts } from './banner-texts';
