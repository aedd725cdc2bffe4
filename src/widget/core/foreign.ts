/**
 * Runs code of the page, such as a listener. What it throws is an error of the page, as with listeners of events, and stops
 * nothing of the widget.
 */
export function runForeign(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
