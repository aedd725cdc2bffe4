/** Purposes that the framework allows on consent only (TCF Policies, since version 2.2). */
export const consentOnlyPurposes: readonly number[] = [1, 3, 4, 5, 6];
