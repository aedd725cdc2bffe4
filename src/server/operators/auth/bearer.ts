/** Returns the token of an `Authorization: Bearer` header (RFC 6750), or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w.-]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
