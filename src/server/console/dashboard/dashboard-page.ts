import type { AuthMode } from '#platform/kernel/auth-modes';
import { escapeHtml } from '#platform/kernel/escape-html';
import type { DashboardEntry, DashboardFiles } from './dashboard-files';

/** Configuration that the page passes to the dashboard. `src/dashboard/config.ts` reads it. Paths have no origin. */
export interface PageConfig {
  readonly adminBase: string;
  readonly publicBase: string;
  readonly version: string;
  readonly mode: AuthMode;
  /** `auth.sessionMinutes`; null in modes without sessions. */
  readonly sessionMinutes: number | null;
  readonly providerName: string | null;
  readonly signInUrl: string | null;
  readonly tenancy: boolean;
  /** `tenancy.baseDomain` in lower case, below which the host names a tenant; null: hosts name none. */
  readonly baseDomain: string | null;
  readonly tcf: boolean;
  readonly gpp: boolean;
  /** Whether the host translates texts. */
  readonly translates: boolean;
  /** How long data is kept (months); null: without end. */
  readonly retention: {
    readonly history: number | null;
    readonly inactiveVisitors: number | null;
    readonly erasures: number;
  };
  /** Path of the dashboard, with a slash at each end. */
  readonly prefix: string;
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 24 24%22%3E%3Crect width=%2224%22 height=%2224%22 rx=%226%22 fill=%22%230b5f5a%22/%3E%3Cpath d=%22M6 12.5l4 4 8-9%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222.5%22/%3E%3C/svg%3E';

/** Returns the page of every address of the dashboard. */
export function renderPage(config: PageConfig, files: DashboardFiles, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${escapeHtml(config.prefix)}">
<title>express-consent</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" content="${nonce}">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="assets/${files.style}">
${scripts(files.main)}
<script type="application/json" id="config">${toScriptJson(config)}</script>
</head>
<body>
<div id="root"></div>
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
}

/** Returns the page of the frame in which the editor shows a banner. It has no origin, so it reaches nothing. */
export function renderPreviewPage(prefix: string, entry: DashboardEntry): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${escapeHtml(prefix)}">
<title>Preview</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${scripts(entry)}
</head>
<body></body>
</html>
`;
}

// A frame without an origin may load modules only with CORS, hence `crossorigin`.
const scripts = ({ script, imports }: DashboardEntry) =>
  [
    ...imports.map((name) => `<link rel="modulepreload" crossorigin href="assets/${name}">`),
    `<script type="module" crossorigin src="assets/${script}"></script>`,
  ].join('\n');

/** Returns JSON in which nothing ends the script element or begins a comment. */
const toScriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const common: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Returns the headers of the dashboard's page. React Aria adds one style element, which has the nonce; nothing
 * else is inline. CSP Level 3.
 */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    ...common,
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-src 'self'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      // Reads HTML into documents that run and load nothing (`src/dashboard/components/rich-text/html.ts`).
      'trusted-types rich-text',
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

/** Returns the headers of the preview's page, which only the dashboard can frame, without an origin. */
export function previewHeaders(): Readonly<Record<string, string>> {
  return {
    ...common,
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      // The widget makes its own style sheets; nothing that they load is allowed.
      "style-src 'self' 'unsafe-inline'",
      'img-src data:',
      "base-uri 'self'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ].join('; '),
  };
}
