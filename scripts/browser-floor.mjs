/** The oldest browsers in which the widget works: docs/guide/widget.md#browsers */
export const browserFloor = ['chrome99', 'firefox101', 'safari16.4'];
