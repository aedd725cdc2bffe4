import type { Markup, MarkupAttributes } from './markup';

/** A button of a layer, as a published profile has it. */
export interface LayerButton {
  readonly text?: string | undefined;
  readonly style?: 'primary' | 'secondary' | 'text' | undefined;
  readonly action?: 'custom' | 'submit' | 'manage' | undefined;
  /** For `custom`: `*` grants all, `!` refuses all optional ones, a list grants those parameters. */
  readonly cookies?: string | readonly string[] | undefined;
}

/** Returns a word in the language of the texts. */
export type GetWord = (key: string) => string;

/**
 * Returns whether a button that decides by its `cookies` grants a category. A list grants those whose parameters it has, all
 * of them; a category without parameters is in no list.
 */
export const grantsCategory = ({ cookies }: LayerButton, parameters: readonly string[] = []): boolean =>
  cookies === '*' || (parameters.length > 0 && parameters.every((name) => cookies?.includes(name)));

/** Returns how a button decides. */
export function toMethod({ action, cookies }: LayerButton, isGpcLayer = false) {
  if (action === 'submit') return isGpcLayer ? 'gpc' : 'save';
  return cookies === '*' ? 'accept' : cookies === '!' ? 'refuse' : 'save';
}

export const describeButton = (
  label: string | Markup | undefined,
  style = 'secondary',
  attributes: MarkupAttributes = {},
): Markup => ['button', { type: 'button', class: style, part: `button ${style}`, ...attributes }, [label]];

/**
 * Describes the buttons of a layer as one row of equal widths. Their names are for tests of the host:
 * docs/guide/testing.md
 * @param more returns further attributes of a button
 */
export function describeButtons(
  tag: 'div' | 'form',
  list: readonly LayerButton[],
  more?: (button: LayerButton) => MarkupAttributes,
): Markup {
  // Accepting and refusing share a row where there is little room, if their labels fit.
  const equals = list.filter(({ action, cookies }) => action === 'custom' && /^[*!]$/.test(`${cookies}`));
  const isPair = equals.length === 2 && equals.every(({ text = '' }) => text.length < 21);
  return [
    tag,
    { class: isPair ? 'buttons pair' : 'buttons', part: 'buttons' },
    list.map((button) =>
      describeButton(button.text, button.style, {
        name: button.action === 'manage' ? 'manage' : toMethod(button),
        ...more?.(button),
      }),
    ),
  ];
}

/** Describes an icon of one line, 16 by 16 px, in the colour of its text. @param d path of an `<svg>` */
export const describeIcon = (d: string): Markup => [
  'svg',
  { viewBox: '0 0 16 16', 'aria-hidden': 'true' },
  [['path', { d }]],
];

export const describeCloseButton = (word: GetWord): Markup =>
  describeButton(describeIcon('m4 4 8 8m0-8-8 8'), 'close', { 'aria-label': word('close') });

export const describePolicyLink = (url: string | undefined, word: GetWord): Markup | false =>
  !!url && ['a', { href: url, class: 'policy' }, [word('privacyPolicy')]];

/** Describes for which devices a choice counts, where it is more than this one (CNIL, deliberation 2025-131). */
export const describeScope = (
  { accountRule }: { readonly accountRule?: string | undefined },
  word: GetWord,
): Markup | false | undefined =>
  accountRule !== undefined && ['p', { class: 'note', part: 'note scope' }, [word('accountScope')]];

/** Describes the element of an operator's text. */
export const describeText = (html?: string): Markup => ['div', { class: 'text', part: 'text' }, [], html];
