export type { BannerModel, ButtonTexts, LanguageTexts, SectionText, TextPurpose } from './banner-text-types';
export { bannerModelOf, bannerTextLocales, bannerTexts, type FoundTexts } from './banner-texts';
