/** The tag of the widget, as the guide prints it. */
export const widgetTag = '<script src="/svc/widget.js" async></script>';

/**
 * Adds the tag of the widget at the beginning of the head, before other scripts.
 * @returns null when the page has no single head, or has the widget already
 */
export function editPage(html: string): string | null {
  const visible = maskHtmlComments(html);
  const heads = [...visible.matchAll(/<head(?:\s[^<>]*)?>/gi)];
  const [head] = heads;
  if (heads.length !== 1 || head === undefined || hasWidget(html)) return null;
  let place = head.index + head[0].length;
  // The character set has to be among the first bytes of a page.
  const charset = /^\s*<meta\s+charset=[^<>]*>/i.exec(visible.slice(place));
  if (charset !== null) place += charset[0].length;
  const indent = /^\r?\n[ \t]*/.exec(html.slice(place))?.[0] ?? '';
  return `${html.slice(0, place)}${indent}${widgetTag}${html.slice(place)}`;
}

export const hasWidget = (html: string): boolean => /<script[^>]*\bwidget\.js\b/.test(maskHtmlComments(html));

const maskHtmlComments = (html: string) =>
  html.replace(/<!--[\s\S]*?-->/g, (comment) => ' '.repeat(comment.length));
