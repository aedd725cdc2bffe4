/** Reports what failed, as a warning: nothing of the page depends on it. */
export const report = (error: unknown): void => console.warn('express-consent:', error);
