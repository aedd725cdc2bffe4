import { findLocale } from '#standards/locale/index';

/** The words of the pages for visitors that the widget does not have, as plain text. */
export interface PageWords {
  /** The link to the page from which the visitor comes. */
  readonly back: string;
  /** In place of choices, where no profile asks anything. */
  readonly nothingToChoose: string;
  /** In place of what a visitor has opened, after an error. */
  readonly failed: string;
  /** After an error that passes. */
  readonly tryLater: string;
}

const row = (back: string, nothingToChoose: string, failed: string, tryLater: string): PageWords => ({
  back,
  nothingToChoose,
  failed,
  tryLater,
});

const en = row(
  'Back to the page',
  'There is nothing to choose here.',
  'That did not work.',
  'Please try again later.',
);

const languages: Readonly<Record<string, PageWords>> = {
  en,
  de: row(
    'Zurück zur Seite',
    'Hier gibt es nichts auszuwählen.',
    'Das hat nicht funktioniert.',
    'Bitte versuchen Sie es später noch einmal.',
  ),
  fr: row(
    'Retour à la page',
    'Il n’y a rien à choisir ici.',
    'Cela n’a pas fonctionné.',
    'Veuillez réessayer plus tard.',
  ),
  es: row(
    'Volver a la página',
    'Aquí no hay nada que elegir.',
    'Se ha producido un error.',
    'Vuelva a intentarlo más tarde.',
  ),
  it: row(
    'Torna alla pagina',
    'Qui non c’è nulla da scegliere.',
    'Si è verificato un errore.',
    'Riprovi più tardi.',
  ),
  'pt-PT': row(
    'Voltar à página',
    'Aqui não há nada para escolher.',
    'Ocorreu um erro.',
    'Tente novamente mais tarde.',
  ),
  'pt-BR': row(
    'Voltar à página',
    'Não há nada para escolher aqui.',
    'Ocorreu um erro.',
    'Tente novamente mais tarde.',
  ),
  nl: row(
    'Terug naar de pagina',
    'Hier valt niets te kiezen.',
    'Dat is niet gelukt.',
    'Probeer het later opnieuw.',
  ),
  pl: row('Wróć do strony', 'Nie ma tu nic do wyboru.', 'Coś poszło nie tak.', 'Spróbuj ponownie później.'),
  ar: row('العودة إلى الصفحة', 'لا يوجد ما يمكن اختياره هنا.', 'حدث خطأ.', 'يُرجى المحاولة مرة أخرى لاحقاً.'),
  he: row('חזרה לדף', 'אין כאן מה לבחור.', 'הפעולה לא הצליחה.', 'יש לנסות שוב מאוחר יותר.'),
  fa: row(
    'بازگشت به صفحه',
    'اینجا چیزی برای انتخاب وجود ندارد.',
    'این کار انجام نشد.',
    'لطفاً بعداً دوباره تلاش کنید.',
  ),
  el: row(
    'Επιστροφή στη σελίδα',
    'Δεν υπάρχει κάτι για επιλογή εδώ.',
    'Παρουσιάστηκε σφάλμα.',
    'Δοκιμάστε ξανά αργότερα.',
  ),
  ja: row(
    'ページに戻る',
    'ここで選択する項目はありません。',
    'エラーが発生しました。',
    'しばらくしてから再度お試しください。',
  ),
};

/** Returns the words of the page in a locale, by lookup; English when no language matches. */
export const pageWords = (locale: string): PageWords =>
  languages[findLocale([locale], Object.keys(languages)) ?? 'en'] ?? en;
