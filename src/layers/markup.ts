/** Values of attributes; `true` is the empty text, `undefined` and `false` leave the attribute out. */
export type MarkupAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of the content; empty and absent ones are left out. */
type MarkupChild = Markup | string | null | undefined | false;

/**
 * An element as data, which the server writes as HTML and the widget creates: its name, attributes and content. The
 * fourth member is an operator's HTML as the content, sanitised by whoever puts it into a page.
 */
export type Markup = readonly [
  tag: string,
  attributes: MarkupAttributes,
  content?: readonly MarkupChild[],
  html?: string,
];
