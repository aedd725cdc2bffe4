/**
 * Returns whether a cookie can have this name, or the pattern stands for one: a name has no spaces, commas, semicolons and
 * equals signs (RFC 6265, section 4.1.1).
 */
export const canBeCookieName = (name: string): boolean => !/[\s,;=]/.test(name);
