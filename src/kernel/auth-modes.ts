/** The ways in which operators can sign in; `auth.mode` chooses one. */
export const authModes = ['local', 'jwt', 'oidc', 'saml', 'custom'] as const;

export type AuthMode = (typeof authModes)[number];

/** Modes in which a sign-in starts a session of ours. */
export const sessionModes = ['local', 'oidc', 'saml'] as const satisfies readonly AuthMode[];
