export { endsCookie, readCookieNames, readSetCookieName } from './set-cookie';
