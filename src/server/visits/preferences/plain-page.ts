import { createHash } from 'node:crypto';
import { pageWords } from '#content/page-words/index';
import { widgetWords } from '#content/widget-words/index';
import { type Markup, toFrameAttributes } from '#layers/index';
import { joinSentences, textDirection } from '#standards/locale/index';
import { writeMarkup } from '../widget/index';

export interface WrittenPage {
  readonly html: string;
  /** `Content-Security-Policy` of the page: its own style, its own form, no script and no frame. */
  readonly policy: string;
}

interface PlainPage {
  readonly title: string;
  readonly frame: ReturnType<typeof toFrameAttributes>;
  readonly content: Markup;
}

/** Returns the headers of a page for visitors. */
export const pageHeaders = ({ policy }: WrittenPage) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  // A form of a page without referrer names no origin.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
});

/** Writes a page. @param sheets the style sheets, which are part of it */
export function writePage({ title, frame, content }: PlainPage, sheets: readonly string[]): WrittenPage {
  const style = sheets.join('');
  const hash = createHash('sha256').update(style).digest('base64');
  const { lang, dir } = frame;
  const head: Markup = [
    'head',
    {},
    [
      ['meta', { charset: 'utf-8' }],
      ['meta', { name: 'viewport', content: 'width=device-width' }],
      ['meta', { name: 'robots', content: 'noindex' }],
      ['title', {}, [title]],
    ],
  ];
  const [start = '', end = ''] = [writeMarkup(head).replace(/<\/head>$/, ''), '</head>'];
  return {
    html: `<!doctype html><html lang="${lang}" dir="${dir}">${start}<style>${style}</style>${end}<body>${writeMarkup(['div', frame, [content]])}</body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
}

/** Writes the page for an address without a profile. */
export const writeEmptyPage = (locale: string, css: string): WrittenPage =>
  writeOwnPage(locale, css, (title) => [
    ['h1', { class: 'heading' }, [title]],
    ['p', {}, [pageWords(locale).nothingToChoose]],
  ]);

/** An error that a visitor sees. */
export interface ShownError {
  readonly locale: string;
  /** Whether a choice was not saved. */
  readonly isChoice: boolean;
  /** Whether it makes sense to try again. */
  readonly passes: boolean;
  /** The code of the error, and the id of the request after a fault of the service: for whoever is asked about it. */
  readonly reference: string;
  /** The page from which the visitor comes; null: not known. */
  readonly page: string | null;
  /** Address of the page of preferences. */
  readonly preferences: string;
}

/** Writes the page of an error. */
export function writeErrorPage(shown: ShownError, css: string): WrittenPage {
  const { locale, isChoice, passes, reference, page, preferences } = shown;
  const own = pageWords(locale);
  const text = isChoice ? widgetWords(locale).saveFailed : own.failed;
  return writeOwnPage(locale, css, (title) => [
    page !== null && ['a', { class: 'back', href: page }, [own.back]],
    ['h1', { class: 'heading' }, [title]],
    ['p', { class: 'note', role: 'alert' }, [joinSentences(passes ? [text, own.tryLater] : [text], locale)]],
    ['p', {}, [['a', { href: preferences }, [title]]]],
    ['footer', { class: 'facts' }, [['code', { dir: 'ltr' }, [reference]]]],
  ]);
}

/** Writes a page in the words and the look that need no profile. */
function writeOwnPage(
  locale: string,
  css: string,
  describe: (title: string) => readonly (Markup | false)[],
): WrittenPage {
  const title = widgetWords(locale).privacySettings;
  const frame = toFrameAttributes(
    { locale, dir: textDirection(locale) },
    { darkMode: true, enhanceAccessibility: false },
  );
  return writePage({ title, frame, content: ['main', { class: 'page' }, describe(title)] }, [css]);
}
