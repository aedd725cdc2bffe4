import { escapeHtml } from '#platform/kernel/escape-html';
import { logText } from '#platform/kernel/log-text';

const maxText = 400;

/**
 * Returns a text of a scanned page for a terminal: in one line, without control characters, which could move the cursor
 * or change colours.
 */
export const terminalText = (text: string): string => logText(text, maxText);

/** Returns a text for HTML and XML, as content or in a quoted attribute. */
export const markupText = (text: string): string => escapeHtml(logText(text, maxText));
