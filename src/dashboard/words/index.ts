export { useCountries } from './countries';
export type { Words } from './en';
export { useFormats } from './formats';
export { folded, isMatch } from './matches';
export {
  allPermissions,
  permissionOrder,
  usePermissionName,
  useRoleDescription,
  useRoleName,
} from './permissions';
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
