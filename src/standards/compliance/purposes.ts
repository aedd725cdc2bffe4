/** What a cookie or other parameter may be for. */
export const purposes = ['necessary', 'functional', 'preferences', 'analytics', 'marketing'] as const;

export type Purpose = (typeof purposes)[number];
