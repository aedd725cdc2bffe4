import { isBlankText } from '../../blank-text';

/** What rules look for in a text that visitors read. */
export interface HtmlScan {
  /** Whether anything that is seen is there besides tags. */
  readonly hasText: boolean;
  /** Whether a link leads to another page. */
  readonly hasPageLink: boolean;
  /** Whether a link opens the visitor's choices: `<a data-consent-open>`. */
  readonly opensChoices: boolean;
}

/**
 * Reads HTML once from left to right, every character a bounded number of times: its time grows with the length, whatever
 * stands in it. Tags end at the first `>` outside quotes; one that never ends swallows the rest, as it does in browsers.
 */
export function scanHtml(html: string): HtmlScan {
  let hasText = false;
  let hasPageLink = false;
  let opensChoices = false;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const text = html.slice(at, open === -1 ? html.length : open);
    hasText ||= !isBlankText(text);
    if (open === -1) break;
    if (!/[a-z/!?]/i.test(html.charAt(open + 1))) {
      hasText = true; // a mere less-than sign
      at = open + 1;
      continue;
    }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const tag = readTag(html, open + 1);
    at = tag.end;
    if (tag.name !== 'a') continue;
    hasPageLink ||= leadsToPage(tag.attributes.get('href'));
    opensChoices ||= tag.attributes.has('data-consent-open');
  }
  return { hasText, hasPageLink, opensChoices };
}

/** Not back to the same page, and not into a mail or telephone program. */
function leadsToPage(href: string | undefined): boolean {
  const target = href?.trim() ?? '';
  return target !== '' && target !== '#' && !/^(mailto|tel|javascript):/i.test(target);
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where reading goes on. */
  readonly end: number;
}

const space = /[\s/]/;

/** @param start behind the `<` */
function readTag(html: string, start: number): Tag {
  let at = start;
  const until = (stop: (character: string) => boolean): string => {
    const from = at;
    while (at < html.length && !stop(html.charAt(at))) at += 1;
    return html.slice(from, at);
  };
  const skipSpace = () => until((character) => !space.test(character));

  const name = until((character) => character === '>' || space.test(character)).toLowerCase();
  const attributes = new Map<string, string>();
  for (skipSpace(); at < html.length && html.charAt(at) !== '>'; skipSpace()) {
    const key = until((character) => character === '=' || character === '>' || space.test(character)).toLowerCase();
    let value = '';
    const afterKey = at;
    until((character) => !/\s/.test(character));
    if (html.charAt(at) === '=') {
      at += 1;
      until((character) => !/\s/.test(character));
      const quote = html.charAt(at);
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        value = html.slice(at + 1, end === -1 ? html.length : end);
        at = end === -1 ? html.length : end + 1;
      } else {
        value = until((character) => character === '>' || /\s/.test(character));
      }
    } else {
      at = afterKey;
    }
    if (!attributes.has(key)) attributes.set(key, value);
  }
  return { name, attributes, end: Math.min(at + 1, html.length) };
}
