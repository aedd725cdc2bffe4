import type { WidgetContext } from '../widget-types';

/**
 * Keeps the page behind a modal dialog from scrolling, for as long as the dialog is there. A dialog without a size, such as
 * one that a filter of the visitor hides, closes: it would lock a page on which there is nothing to see.
 */
export function holdPage({ dom }: WidgetContext, dialog: HTMLDialogElement): void {
  const sheet = new CSSStyleSheet();
  // The page keeps the width that it has with its scroll bar.
  const gutter = innerWidth > dom.documentElement.clientWidth ? 'scrollbar-gutter:stable' : '';
  sheet.replaceSync(`html{overflow:hidden!important;${gutter}}`);
  dom.adoptedStyleSheets = [...dom.adoptedStyleSheets, sheet];
  const release = () => {
    if (dialog.offsetWidth) return;
    observer.disconnect();
    dom.adoptedStyleSheets = dom.adoptedStyleSheets.filter((other) => other !== sheet);
    // A dialog that has left the page for a moment is shown again.
    if (dialog.isConnected) dialog.close();
  };
  // In a task of its own: browsers report changes of sizes among these calls as an error of the page.
  const observer = new ResizeObserver(() => setTimeout(release));
  observer.observe(dialog);
}
