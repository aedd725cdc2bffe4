/** The address of the service, and the tenant whose banner is shown. */
export interface SnippetOptions {
  /** Address that the public files are below: `https://shop.example/svc`. */
  readonly base: string;
  /** Null when there is only one tenant. */
  readonly tenantId: string | null;
  readonly language: string;
}

export const ways = ['html', 'express', 'react', 'wordpress', 'gtm'] as const;
export type Way = (typeof ways)[number];

const scriptTag = ({ base, tenantId }: SnippetOptions) =>
  `<script src="${base}/widget.js"${tenantId === null ? '' : ` data-tenant="${tenantId}"`} async></script>`;

/** Returns the lines that an operator copies into pages. */
export const snippets: Readonly<Record<Way, (options: SnippetOptions) => string>> = {
  html: scriptTag,

  express: ({ tenantId, language }) => {
    const tenant = tenantId === null ? '' : `, tenantId: '${tenantId}'`;
    return `import { randomBytes } from 'node:crypto';

app.get('/', async (req, res) => {
  const nonce = randomBytes(16).toString('base64');
  const { head, body, vary } = await consent.page(req, { nonce, locale: '${language}'${tenant} });
  res.set('Content-Security-Policy', \`script-src 'nonce-\${nonce}' 'strict-dynamic'\`);
  res.vary(vary).send(\`<!doctype html><html lang="${language}"><head>\${head}</head><body>\${body}…\`);
});`;
  },

  react: ({ base, tenantId }) => `import { createWidget } from 'express-consent/widget';
import { Consented, useConsent } from 'express-consent/react';

createWidget({ base: '${base}/'${tenantId === null ? '' : `, tenantId: '${tenantId}'`} });

export function Footer() {
  const { open } = useConsent();
  return (
    <footer>
      <Consented category="analytics"><Statistics /></Consented>
      <button onClick={open}>Privacy settings</button>
    </footer>
  );
}`,

  wordpress: (options) => `<?php // functions.php of your theme
add_action('wp_head', function () { ?>
  ${scriptTag(options)}
<?php }, 0);`,

  gtm: (options) => `<!-- In the page itself, before the snippet of Google Tag Manager -->
${scriptTag(options)}`,
};

/** The link with which visitors change their choice. */
export const linkSnippet = (text: string) => `<a href="#" data-consent-open>${text}</a>`;

/** Lines of a content security policy for pages of another origin. */
export const policyLines = (origin: string) => `script-src ${origin};
connect-src ${origin};
trusted-types express-consent;`;
