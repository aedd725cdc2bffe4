import { findLocale } from '#standards/locale/index';

/** The words of a cookie declaration that the widget does not have, as plain text. */
export interface DeclarationWords {
  readonly heading: string;
  /** `{date}`. */
  readonly lastChanged: string;
  readonly name: string;
  /** Technology, such as a cookie or local storage. */
  readonly kind: string;
  readonly cookie: string;
  readonly pixel: string;
  readonly other: string;
  /** In place of a table without rows. */
  readonly none: string;
}

const row = (
  heading: string,
  lastChanged: string,
  name: string,
  kind: string,
  cookie: string,
  pixel: string,
  other: string,
  none: string,
): DeclarationWords => ({ heading, lastChanged, name, kind, cookie, pixel, other, none });

const en = row(
  'Cookies and similar technologies',
  'Last changed on {date}',
  'Name',
  'Type',
  'Cookie',
  'Pixel',
  'Other',
  'Nothing is stored for this purpose.',
);

const languages: Readonly<Record<string, DeclarationWords>> = {
  en,
  de: row(
    'Cookies und ähnliche Technologien',
    'Zuletzt geändert am {date}',
    'Name',
    'Art',
    'Cookie',
    'Pixel',
    'Sonstiges',
    'Für diesen Zweck wird nichts gespeichert.',
  ),
  fr: row(
    'Cookies et technologies similaires',
    'Dernière modification le {date}',
    'Nom',
    'Type',
    'Cookie',
    'Pixel',
    'Autre',
    'Rien n’est enregistré à cette fin.',
  ),
  es: row(
    'Cookies y tecnologías similares',
    'Última modificación: {date}',
    'Nombre',
    'Tipo',
    'Cookie',
    'Píxel',
    'Otro',
    'No se guarda nada con este fin.',
  ),
  it: row(
    'Cookie e tecnologie simili',
    'Ultima modifica: {date}',
    'Nome',
    'Tipo',
    'Cookie',
    'Pixel',
    'Altro',
    'Per questa finalità non viene memorizzato nulla.',
  ),
  'pt-PT': row(
    'Cookies e tecnologias semelhantes',
    'Última alteração: {date}',
    'Nome',
    'Tipo',
    'Cookie',
    'Píxel',
    'Outro',
    'Nada é guardado para esta finalidade.',
  ),
  'pt-BR': row(
    'Cookies e tecnologias semelhantes',
    'Última alteração: {date}',
    'Nome',
    'Tipo',
    'Cookie',
    'Pixel',
    'Outro',
    'Nada é armazenado para esta finalidade.',
  ),
  nl: row(
    'Cookies en vergelijkbare technieken',
    'Laatst gewijzigd op {date}',
    'Naam',
    'Soort',
    'Cookie',
    'Pixel',
    'Overig',
    'Voor dit doel wordt niets opgeslagen.',
  ),
  pl: row(
    'Pliki cookie i podobne technologie',
    'Ostatnia zmiana: {date}',
    'Nazwa',
    'Rodzaj',
    'Plik cookie',
    'Piksel',
    'Inne',
    'W tym celu nic nie jest zapisywane.',
  ),
  ar: row(
    'ملفات تعريف الارتباط والتقنيات المشابهة',
    'آخر تعديل: {date}',
    'الاسم',
    'النوع',
    'ملف تعريف ارتباط',
    'بكسل',
    'أخرى',
    'لا يُخزَّن شيء لهذا الغرض.',
  ),
  he: row(
    'קובצי Cookie וטכנולוגיות דומות',
    'שונה לאחרונה: {date}',
    'שם',
    'סוג',
    'קובץ Cookie',
    'פיקסל',
    'אחר',
    'לא נשמר דבר למטרה זו.',
  ),
  fa: row(
    'کوکی‌ها و فناوری‌های مشابه',
    'آخرین تغییر: {date}',
    'نام',
    'نوع',
    'کوکی',
    'پیکسل',
    'سایر',
    'برای این هدف چیزی ذخیره نمی‌شود.',
  ),
  el: row(
    'Cookies και παρόμοιες τεχνολογίες',
    'Τελευταία αλλαγή: {date}',
    'Όνομα',
    'Τύπος',
    'Cookie',
    'Pixel',
    'Άλλο',
    'Δεν αποθηκεύεται τίποτα για αυτόν τον σκοπό.',
  ),
  ja: row(
    'Cookieおよび類似の技術',
    '最終変更日：{date}',
    '名前',
    '種類',
    'Cookie',
    'ピクセル',
    'その他',
    'この目的では何も保存されません。',
  ),
};

const locales = Object.keys(languages);

/** Returns the words for a locale, by lookup (RFC 4647, section 3.4); English when no language matches. */
export function declarationWords(locale: string): DeclarationWords {
  return languages[findLocale([locale], locales) ?? 'en'] ?? en;
}
