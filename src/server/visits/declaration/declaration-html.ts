import type { PublishedProfile } from '#banners/profiles/index';
import { type DeclarationWords, declarationWords } from '#content/declaration-words/index';
import { escapeHtml } from '#platform/kernel/escape-html';
import type { Declaration, DeclaredCookie } from './declaration-schemas';

/** State of each category that can be refused, by id. */
export type DeclaredStates = Readonly<Record<string, string>>;

/** The widget's words in the language of the declaration. */
type WidgetWords = NonNullable<PublishedProfile['words']>;

/** A declaration as HTML, the same for all visitors, with a gap for the state of each category that can be refused. */
export interface DeclarationTemplate {
  /** One more than there are gaps. */
  readonly pieces: readonly string[];
  readonly gaps: readonly { readonly id: string; readonly on: string; readonly off: string }[];
}

/** Returns the HTML for a visitor. @param states the visitor's choice; null: the widget fills it in */
export const fillTemplate = ({ pieces, gaps }: DeclarationTemplate, states: DeclaredStates | null): string =>
  pieces.reduce((html, piece, index) => {
    const gap = gaps[index - 1];
    const state = gap === undefined || states === null ? '' : states[gap.id] === 'granted' ? gap.on : gap.off;
    return `${html}${state}${piece}`;
  });

/**
 * Returns the declaration as a section of a page: one table for each category, with headers that screen readers announce
 * (WCAG 2.2, 1.3.1), in a region that scrolls by keyboard where it is wider than the page (1.4.10). It contains no
 * style and no script, so a strict Content-Security-Policy does not concern it.
 */
export function renderDeclaration(declaration: Declaration, words: WidgetWords): DeclarationTemplate {
  const { locale, dir, heading, lastChanged, categories } = declaration;
  const own = declarationWords(locale);
  const settings = words.privacySettings;
  const { on = '', off = '' } = words;
  const lead = [
    `<section class="svc-declaration" lang="${escapeHtml(locale)}" dir="${dir}">`,
    `<h2>${escapeHtml(heading)}</h2>`,
    lastChanged === null ? '' : `<p>${writeChanged(own, lastChanged, locale)}</p>`,
    // The page shows no further link to the choices: this one always has a name.
    settings ? `<p><button type="button" data-consent-open>${escapeHtml(settings)}</button></p>` : '',
  ];
  const pieces: string[] = [];
  const gaps: DeclarationTemplate['gaps'][number][] = [];
  let piece = lead.filter((line) => line !== '').join('\n');
  for (const { id, heading: name, htmlText, alwaysOn, cookies } of categories) {
    piece += `\n<h3>${escapeHtml(name)} <small`;
    if (alwaysOn) piece += `>(${escapeHtml(words.alwaysOn ?? '')})`;
    else {
      // The widget writes the state whenever the visitor changes it.
      piece += ` data-svc-state="${escapeHtml(id)}" data-on="${escapeHtml(on)}" data-off="${escapeHtml(off)}">`;
      pieces.push(piece);
      gaps.push({ id, on: `(${escapeHtml(on)})`, off: `(${escapeHtml(off)})` });
      piece = '';
    }
    piece += '</small></h3>';
    if (htmlText !== undefined) piece += `\n<div>${htmlText}</div>`;
    piece += `\n${cookies.length === 0 ? `<p>${escapeHtml(own.none)}</p>` : writeTable(name, cookies, words, own)}`;
  }
  return { pieces: [...pieces, `${piece}\n</section>`], gaps };
}

function writeChanged({ lastChanged }: DeclarationWords, time: string, locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
  const element = `<time datetime="${escapeHtml(time.slice(0, 10))}">${escapeHtml(date)}</time>`;
  return escapeHtml(lastChanged).replace('{date}', () => element);
}

function writeTable(
  caption: string,
  cookies: readonly DeclaredCookie[],
  words: WidgetWords,
  own: DeclarationWords,
): string {
  const columns: readonly [label: string, write: (cookie: DeclaredCookie) => string][] = [
    [words.provider ?? '', writeProvider],
    [words.purpose ?? '', ({ description = '' }) => escapeHtml(description)],
    [words.duration ?? '', ({ duration = '' }) => escapeHtml(duration)],
    [own.kind, ({ kind }) => escapeHtml(nameKind(kind, own))],
  ];
  const header = [own.name, ...columns.map(([label]) => label)]
    .map((label) => `<th scope="col">${escapeHtml(label)}</th>`)
    .join('');
  const rows = cookies.map(
    (cookie) =>
      `<tr><th scope="row"><code dir="ltr">${escapeHtml(cookie.name)}</code></th>${columns
        .map(([, write]) => `<td>${write(cookie)}</td>`)
        .join('')}</tr>`,
  );
  const name = escapeHtml(caption);
  return [
    `<div role="region" aria-label="${name}" tabindex="0">`,
    `<table>`,
    `<thead><tr>${header}</tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody>`,
    '</table>',
    '</div>',
  ].join('\n');
}

function writeProvider({ provider = '', providerContact, domains = [] }: DeclaredCookie): string {
  const name = `<bdi>${escapeHtml(provider)}</bdi>`;
  const linked =
    providerContact !== undefined && /^https:\/\/[^\s"<>]+$/.test(providerContact)
      ? `<a href="${escapeHtml(providerContact)}" rel="noopener noreferrer">${name}</a>`
      : `${name}${providerContact === undefined ? '' : `, ${escapeHtml(providerContact)}`}`;
  return domains.length === 0 ? linked : `${linked} (<bdi>${escapeHtml(domains.join(', '))}</bdi>)`;
}

/** Names of browser interfaces are the same in every language. */
const technicalNames = {
  localStorage: 'Local storage',
  sessionStorage: 'Session storage',
  indexedDB: 'IndexedDB',
} as const;

function nameKind(kind: DeclaredCookie['kind'], own: DeclarationWords): string {
  return kind === 'cookie' || kind === 'pixel' || kind === 'other' ? own[kind] : technicalNames[kind];
}
