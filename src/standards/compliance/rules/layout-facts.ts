import { readText as text } from '../../blank-text';
import { foldText, toLines, type Wordings, wordingsFor } from '../phrases';
import { entries, type Fields, fields, ids, isObject, list } from './read-fields';
import { scanHtml } from './scan-html';

export interface ButtonFacts {
  readonly action: string;
  readonly style: string;
  /** Parameters that the action `custom` grants: everything, nothing optional, or a list. */
  readonly grants: '*' | '!' | ReadonlySet<string>;
}

/** Longest part of a text, with its markup, that is searched for wordings (characters). */
const maxHtml = 100_000;

/** One text that visitors read, with its position in the profile. */
export interface Passage {
  readonly section: 'mainBanner' | 'gpcBanner' | 'preferenceModal';
  readonly field: string;
  readonly category?: string;
  readonly kind: 'heading' | 'text' | 'label';
  /** The folded text, one sentence per line. */
  readonly lines: string;
}

/** The texts that one locale does not take from the default locale. */
export interface LocaleFacts {
  readonly locale: string;
  /** Wordings of the locale's language; null for a language without any. */
  readonly wordings: Wordings | null;
  readonly passages: readonly Passage[];
  /** The lines of all passages: what they do not contain, no passage does. */
  readonly lines: string;
  /** Text of the main banner; null where the locale shows the default locale's. */
  readonly banner: {
    readonly hasPageLink: boolean;
    readonly opensChoices: boolean;
    readonly folded: string;
  } | null;
  /** Address of the privacy policy, the default locale's where it has none. */
  readonly privacyUrl: string;
  /** Parameters that have a description in this language; the default locale has its own. */
  readonly described: ReadonlySet<string>;
  /** Parameters whose description is known to be English in this other language. */
  readonly english: ReadonlySet<string>;
  /** Title of the lasting link, folded; blank where the locale shows the default locale's. */
  readonly choicesLink: string;
}

export interface LayoutFacts {
  readonly mainButtons: readonly ButtonFacts[];
  /** Buttons of the GPC banner; null without one. */
  readonly gpcButtons: readonly ButtonFacts[] | null;
  readonly modalButtons: readonly ButtonFacts[];
  /** The link on every page that reopens the choices; null without one. */
  readonly choicesLink: { readonly optOutIcon: boolean } | null;
  /** Whether the main banner can be closed without a choice. */
  readonly canBeClosed: boolean;
  /** The locales, the default one first. */
  readonly locales: readonly LocaleFacts[];
}

/** @param ui the UI template's presentation, where the profile has one */
export function readLayout(locales: readonly unknown[], ui: unknown): LayoutFacts {
  const shared = fields(locales[0]);
  const link = fields(shared.choicesLink);
  return {
    mainButtons: readButtons(shared.mainBanner),
    gpcButtons: isObject(shared.gpcBanner) ? readButtons(shared.gpcBanner) : null,
    modalButtons: readButtons(shared.preferenceModal),
    choicesLink: text(link.text) === '' ? null : { optOutIcon: link.optOutIcon === true },
    canBeClosed: fields(fields(ui).mainBanner).showClose === true,
    locales: locales.map((content) => readLocale(fields(content), text(shared.privacyUrl))),
  };
}

function readLocale(content: Fields, sharedUrl: string): LocaleFacts {
  const locale = text(content.locale);
  const { heading, htmlText } = fields(content.mainBanner);
  const passages = listPassages(content);
  const { text: visible = '', ...links } = typeof htmlText === 'string' ? scanHtml(htmlText) : {};
  return {
    locale,
    wordings: wordingsFor(locale),
    passages,
    lines: passages.map(({ lines }) => lines).join('\n'),
    banner:
      'hasPageLink' in links
        ? { ...links, folded: `${foldText(text(heading))}\n${foldText(visible)}` }
        : null,
    privacyUrl: text(content.privacyUrl) || sharedUrl,
    described: listDescribed(content.cookies),
    english: new Set(list(content.english).map(text)),
    choicesLink: foldText(text(fields(content.choicesLink).text)),
  };
}

function listDescribed(cookies: unknown): ReadonlySet<string> {
  const described = new Set<string>();
  for (const [id, texts] of entries(cookies)) if (text(fields(texts).description) !== '') described.add(id);
  return described;
}

function listPassages(content: Fields): Passage[] {
  const passages: Passage[] = [];
  for (const section of ['mainBanner', 'gpcBanner', 'preferenceModal'] as const) {
    const part = fields(content[section]);
    passages.push(...headingAndText(part, { section }, ''));
    for (const [index, button] of list(part.buttons).entries()) {
      const lines = toLines(text(fields(button).text));
      passages.push({ kind: 'label', section, field: `buttons[${index}].text`, lines });
    }
  }
  for (const [category, given] of entries(fields(content.preferenceModal).categories)) {
    const place = { section: 'preferenceModal', category } as const;
    passages.push(...headingAndText(fields(given), place, `categories.${category}.`));
  }
  return passages;
}

function headingAndText(
  { heading, htmlText }: Fields,
  place: Pick<Passage, 'section' | 'category'>,
  path: string,
): readonly Passage[] {
  const html = scanHtml(text(htmlText).slice(0, maxHtml));
  return [
    { kind: 'heading', ...place, field: `${path}heading`, lines: toLines(text(heading)) },
    { kind: 'text', ...place, field: `${path}htmlText`, lines: toLines(html.text) },
  ];
}

function readButtons(part: unknown): ButtonFacts[] {
  return list(fields(part).buttons)
    .map(fields)
    .map(({ action, style, cookies }) => ({
      // A button that only lists cookies can do nothing but grant them.
      action: text(action) || (cookies === undefined ? '' : 'custom'),
      style: text(style),
      grants: cookies === '*' || cookies === '!' ? cookies : ids(cookies),
    }));
}
