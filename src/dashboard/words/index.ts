export type { Words } from './en';
export { useFormats } from './formats';
export {
  defineWords,
  initialLanguage,
  keepLanguage,
  LanguageContext,
  languageNames,
  languages,
  regionalTag,
  useLanguage,
  useSharedWords,
  useWords,
} from './words';
