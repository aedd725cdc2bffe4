/** Purposes of a cookie or other parameter. */
export const purposes = ['necessary', 'functional', 'preferences', 'analytics', 'marketing'] as const;

export type Purpose = (typeof purposes)[number];
