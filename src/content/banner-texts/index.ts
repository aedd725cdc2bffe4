export type { BannerModel, ButtonTexts, LanguageTexts } from './banner-text-types';
export { type BannerFacts, bannerFor, bannerModelOf, bannerTextLocales, bannerTexts } from './banner-texts';
