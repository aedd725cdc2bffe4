/** Ways in which operators can sign in; `auth.mode` selects one. */
export const authModes = ['local', 'jwt', 'oidc', 'saml', 'custom'] as const;

export type AuthMode = (typeof authModes)[number];

/** Modes in which a sign-in starts one of the service's own sessions. */
export const sessionModes = ['local', 'oidc', 'saml'] as const satisfies readonly AuthMode[];

export const isSessionMode = (mode: AuthMode): boolean =>
  (sessionModes as readonly AuthMode[]).includes(mode);
