export type { BannerModel, ButtonTexts, CookieText, LanguageTexts } from './banner-text-types';
export {
  type BannerFacts,
  bannerFor,
  bannerTextLocales,
  bannerTexts,
  getBannerModel,
  gpcTextFor,
  modalTextFor,
  namesController,
} from './banner-texts';
