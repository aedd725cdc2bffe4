import { findLocale } from '#standards/locale/index';

/** The words of the page of preferences that the widget does not have, as plain text. */
export interface PageWords {
  /** The link to the page from which the visitor comes. */
  readonly back: string;
  /** In place of choices, where no profile asks anything. */
  readonly nothingToChoose: string;
}

const row = (back: string, nothingToChoose: string): PageWords => ({ back, nothingToChoose });

const en = row('Back to the page', 'There is nothing to choose here.');

const languages: Readonly<Record<string, PageWords>> = {
  en,
  de: row('Zurück zur Seite', 'Hier gibt es nichts auszuwählen.'),
  fr: row('Retour à la page', 'Il n’y a rien à choisir ici.'),
  es: row('Volver a la página', 'Aquí no hay nada que elegir.'),
  it: row('Torna alla pagina', 'Qui non c’è nulla da scegliere.'),
  'pt-PT': row('Voltar à página', 'Aqui não há nada para escolher.'),
  'pt-BR': row('Voltar à página', 'Não há nada para escolher aqui.'),
  nl: row('Terug naar de pagina', 'Hier valt niets te kiezen.'),
  pl: row('Wróć do strony', 'Nie ma tu nic do wyboru.'),
  ar: row('العودة إلى الصفحة', 'لا يوجد ما يمكن اختياره هنا.'),
  he: row('חזרה לדף', 'אין כאן מה לבחור.'),
  fa: row('بازگشت به صفحه', 'اینجا چیزی برای انتخاب وجود ندارد.'),
  el: row('Επιστροφή στη σελίδα', 'Δεν υπάρχει κάτι για επιλογή εδώ.'),
  ja: row('ページに戻る', 'ここで選択する項目はありません。'),
};

/** Returns the words of the page in a locale, by lookup; English when no language matches. */
export const pageWords = (locale: string): PageWords =>
  languages[findLocale([locale], Object.keys(languages)) ?? 'en'] ?? en;
