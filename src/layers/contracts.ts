/**
 * Number of what the widget, the answer of `GET /bootstrap` and the markup that the service writes agree on. Raise it when a
 * widget of the last release must not use those of this one, or the reverse. The number of `widget.js` and its parts is in
 * `scripts/build-widget.mjs`. Why: docs/adr/0130-versions-side-by-side.md
 */
export const answerContract = 1;
