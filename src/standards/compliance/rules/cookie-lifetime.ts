import { foldText } from '../phrases';

const daysPerMonth = 365.25 / 12;

/**
 * Units of time by their beginnings in folded text, with their length (days). Longer beginnings come first.
 */
const units: readonly (readonly [days: number, words: RegExp])[] = [
  [
    1 / 86_400,
    /^(?:seconds?|secs?|sekund\w{0,3}|secondes?|segundos?|second[oi]|seconden?|sekundy?|ثانية|ثوان|ثواني)$/,
  ],
  [1 / 1440, /^(?:minut\w{0,3}|mins?|دقيقة|دقايق)$/],
  [1 / 24, /^(?:hours?|hrs?|h|stunden?|std|heures?|horas?|or[ae]|uren|uur|godzin\w{0,2}|ساعة|ساعات)$/],
  [1, /^(?:days?|d|tage?n?|jours?|dias?|giorn[oi]|dag(?:en)?|dni|dzien|يوم|يوما|ايام)$/],
  [
    7,
    /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|week|weken|tydzien|tygodni\w{0,2}|tygodnie|اسبوع|اسابيع)$/,
  ],
  [
    daysPerMonth,
    /^(?:months?|mos?|monate?n?|mois|mes|meses|mes[ei]|maand(?:en)?|miesiac\w{0,2}|miesiec\w{0,3}|شهر|شهرا|اشهر|شهور)$/,
  ],
  [
    365.25,
    /^(?:years?|yrs?|y|jahre?n?|ans?|annees?|anos?|ann[oi]|jaar|jaren|lat|lata|rok|roku|سنة|سنوات|عام|عاما|اعوام)$/,
  ],
];

/** Numbers as words, for the languages in which lifetimes are written so. */
const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [1, 'a an one ein eine einen einem un une una uno um uma een jeden jedna'],
      [2, 'two zwei deux dos due dois duas twee dwa dwie'],
      [3, 'three drei trois tres tre drie trzy'],
      [5, 'five funf cinq cinco cinque vijf piec'],
      [6, 'six sechs seis sei zes szesc'],
      [10, 'ten zehn dix diez dieci dez tien dziesiec'],
      [12, 'twelve zwolf douze doce dodici doze twaalf dwanascie'],
    ] as const
  ).flatMap(([number, words]) => words.split(' ').map((word) => [word, number])),
);

/** Arabic forms that mean two of a unit, with their length (days). */
const duals: Readonly<Record<string, number>> = {
  سنتان: 730.5,
  سنتين: 730.5,
  عامان: 730.5,
  عامين: 730.5,
  شهران: 2 * daysPerMonth,
  شهرين: 2 * daysPerMonth,
  يومان: 2,
  يومين: 2,
};

const unlimited =
  /\b(?:never expires?|no expir\w{0,5}|does not expire|forever|unlimited|permanent\w{0,3}|persistent\w{0,2}|until (?:it is |you )?(?:deleted?|removed?|cleared)|bis zur loschung|jusqu'a (?:sa )?suppression|hasta su eliminacion|fino alla cancellazione|unbegrenzt|dauerhaft|kein ablauf|permanente\w{0,2}|illimite\w?|sans expiration|indefini\w{0,4}|ilimitad[oa]|persistente|illimitat[oa]|scadenza illimitata|onbeperkt|permanent|bezterminow\w{1,2}|na stale|nieograniczon\w{1,3})\b|داىم|دايم|غير محدود/;
const session =
  /\b(?:sessions?|sitzung\w{0,8}|sesion|sessione|sessao|sessie|sesj\w{1,2}|browser session)\b|جلسة/;

/**
 * Reads how long a cookie is kept, as operators write it in any of the nine languages of the built-in texts,
 * or as an ISO 8601 duration (`P13M`). Returns days: the longest that is stated, 0 for a session, Infinity
 * for no limit, null for a text without a lifetime.
 * @example readLifetime('13 months in Europe, 24 months elsewhere') // 730.5
 */
export function readLifetime(text: string): number | null {
  const folded = foldText(text.slice(0, 300)).replace(/[٠-٩]/g, (digit) =>
    String(digit.charCodeAt(0) - 0x660),
  );
  const words = folded.match(/\d{1,9}(?:[.,]\d{1,3})?|[\p{L}]{1,30}/gu) ?? [];
  const lengths = words.flatMap((word, index) => {
    if (Object.hasOwn(duals, word)) return [duals[word] ?? 0];
    const before = words[index - 1];
    const number = before === undefined ? null : readNumber(before);
    // Arabic names a single unit without a number; elsewhere a unit alone is not a lifetime.
    if (number === null && !/[\u0600-\u06ff]/.test(word)) return [];
    const days = daysOf(word);
    return days === undefined ? [] : [days * (number ?? 1)];
  });
  const iso = isoDays(text.trim());
  if (iso !== null) lengths.push(iso);
  if (lengths.length > 0) return Math.max(...lengths);
  if (unlimited.test(folded)) return Number.POSITIVE_INFINITY;
  return session.test(folded) ? 0 : null;
}

/** Returns the length of a unit of time (days). */
function daysOf(word: string): number | undefined {
  for (const [days, pattern] of units) if (pattern.test(word)) return days;
  return undefined;
}

function readNumber(word: string): number | null {
  if (/^\d/.test(word)) return Number(word.replace(',', '.'));
  return Object.hasOwn(numberWords, word) ? (numberWords[word] ?? null) : null;
}

function isoDays(text: string): number | null {
  const parts = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T[\dHMS]{1,20})?$/.exec(
    text,
  );
  if (parts === null || text === 'P') return null;
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return years * 365.25 + months * daysPerMonth + weeks * 7 + days;
}
