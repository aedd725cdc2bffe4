/** Whether the keyboard has a ⌘ key in place of Ctrl. */
export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);
