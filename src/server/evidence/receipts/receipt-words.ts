import { isSameLanguage } from '#standards/locale/index';
import type { ReceiptLabels } from '#standards/receipt/index';

/** Dates and names in the language of a receipt. */
export interface Words {
  /** Whether the labels are English because there are none in the language asked for. */
  readonly isFallback: boolean;
  date(iso: string): string;
  time(iso: string): string;
  shortTime(iso: string): string;
  language(tag: string): string;
  place(code: string | null): string | null;
}

/**
 * Returns the words for a language, or the English ones where there are no labels in it. Dates are in UTC and
 * the Gregorian calendar, so that they are the same day for all readers.
 */
export function getWords(labels: Pick<ReceiptLabels, 'locale'>, asked: string): Words {
  const isOwn = isSameLanguage(asked, labels.locale);
  const isFallback = labels.locale === 'en' && !isOwn;
  const locale = isFallback ? 'en-GB' : isOwn ? asked : labels.locale;
  const common = { timeZone: 'UTC', calendar: 'gregory' } as const;
  const date = new Intl.DateTimeFormat(locale, { ...common, dateStyle: 'long' });
  const timeWith = (month: 'long' | 'short') =>
    new Intl.DateTimeFormat(locale, {
      ...common,
      year: 'numeric',
      month,
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  const [time, shortTime] = [timeWith('long'), timeWith('short')];
  function getDisplayName(type: 'language' | 'region', code: string): string {
    try {
      return new Intl.DisplayNames([locale], { type, fallback: 'code' }).of(code) ?? code;
    } catch {
      return code; // an import or a plugin may have written another value
    }
  }
  return {
    isFallback,
    date: (iso) => date.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    shortTime: (iso) => shortTime.format(new Date(iso)),
    language: (tag) => getDisplayName('language', tag),
    place(code) {
      if (code === null) return null;
      const [country = code, region] = code.split('-');
      return `${getDisplayName('region', country)}${region === undefined ? '' : ` (${code})`}`;
    },
  };
}
