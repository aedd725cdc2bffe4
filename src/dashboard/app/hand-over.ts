import { setBearerToken } from '../api/token';
import { config } from '../config';

/** Values that a sign-in elsewhere, or a link in an e-mail, passes to the dashboard in the fragment of its address. */
export interface HandOver {
  /** Code of the reason why a sign-in was refused. */
  readonly error: string | null;
  /** A sign-in that still needs a one-time code. */
  readonly totpChallenge: string | null;
  /** Token of an invitation or of a link to choose a new password. */
  readonly accountLink: string | null;
}

const wantedKey = 'express-consent:wanted';

/**
 * Reads the values in the fragment, and removes them from the address before anything else can read them. Back at the first
 * screen from a provider or the host, restores the address that the operator wanted, also when the sign-in is not finished.
 */
export function takeHandOver(): HandOver {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('token');
  // In other modes, a link could make an operator work in somebody else's session.
  if (token !== null && config.mode === 'jwt') setBearerToken(token);
  const names = ['error', 'totpChallenge', 'signedIn', 'token', 'accept', 'expiresAt'];
  if (names.some((name) => fragment.has(name))) {
    const isBack = ['signedIn', 'totpChallenge', 'error', 'token'].some((name) => fragment.has(name));
    const wanted = isBack ? takeWanted() : null;
    const here = `${location.pathname}${location.search}`;
    // A host's own page can lead to a screen that it chose.
    history.replaceState(null, '', here === config.prefix ? (wanted ?? here) : here);
  }
  return {
    error: fragment.get('error'),
    totpChallenge: fragment.get('totpChallenge'),
    accountLink: fragment.get('accept'),
  };
}

/** Keeps the address that the operator wanted while a provider or the host signs them in. */
export function keepWanted(): void {
  sessionStorage.setItem(wantedKey, `${location.pathname}${location.search}`);
}

function takeWanted(): string | null {
  const wanted = sessionStorage.getItem(wantedKey);
  sessionStorage.removeItem(wantedKey);
  return wanted;
}
