import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import cookieParser from 'cookie-parser';
import cors from 'cors';
import express from 'express';
import { createConsentService, firstOf, timezoneGeoProvider } from 'express-consent';
import createKnex from 'knex';

const publicDirectory = fileURLToPath(new URL('public', import.meta.url));

/** A strict policy: the page loads nothing from other sites and runs only the scripts with its nonce. */
const securityHeaders = (nonce) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types express-consent',
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
});

const languages = ['en', 'de', 'fr', 'ar'];
const prices = { currency: 'EUR', mug: 28, bowl: 54, vase: 36, teapot: 92 };

/** The demo's control pretends that the visitor is elsewhere; a real shop has no such provider. */
const places = { eu: { country: 'DE' }, us: { country: 'US', region: 'CA' } };
const chosenRegion = {
  name: 'demo',
  dependsOn: { headers: ['cookie'] },
  locate: ({ headers }) => places[/(?:^|; )shop_region=(\w+)/.exec(headers.cookie)?.[1]] ?? null,
};

/**
 * Creates an Express shop with a consent service.
 * @param directory folder of the database
 * @param secrets { masterSecret, dataSigningHash }
 * @param admin { adminEmail, adminPassword } of the first operator; unset once that operator exists
 */
export async function createShop({ directory, secrets, admin }) {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: join(directory, 'shop.sqlite') },
    useNullAsDefault: true,
  });

  const consent = createConsentService({
    knex,
    auth: { mode: 'local', masterSecret: secrets.masterSecret, ...admin },
    compliance: { dataSigningHash: secrets.dataSigningHash },
    visitorCookie: { requireProof: true },
    geo: firstOf(chosenRegion, timezoneGeoProvider()),
    dashboard: { enabled: true },
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(consent.publicRouter); // /svc/widget.js and /svc/api/v1
  app.use(consent.adminRouter); // /svc/admin/v1, and the dashboard at /svc/
  app.use(consent.wellKnownGpc); // /.well-known/gpc.json: both profiles respect the signal
  // After the routers, which read their own cookies and set their own CORS headers.
  app.use(cookieParser());
  app.get('/prices.json', cors(), (_req, res) => res.json(prices)); // for the sites that compare prices
  app.use((_req, res, next) => {
    res.locals.nonce = randomBytes(16).toString('base64');
    res.set(securityHeaders(res.locals.nonce));
    next();
  });

  const pages = { '/': 'index.html', '/privacy': 'privacy.html' };
  for (const [path, file] of Object.entries(pages)) {
    const html = await readFile(join(publicDirectory, file), 'utf8');
    app.get(path, async (req, res) => {
      const { nonce } = res.locals;
      const lang = chooseLanguage(req);
      if (Object.hasOwn({ ...places, mine: null }, req.query.region ?? ''))
        res.cookie('shop_region', req.query.region, { sameSite: 'lax' });
      const { head, body } = await consent.page(req, { nonce, locale: lang });
      const signal = req.query.gpc === '1' ? `<script src="/gpc.js" nonce="${nonce}"></script>` : '';
      const values = { nonce, head: signal + head, body };
      const language = `<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`;
      res.send(
        html.replace('<html lang="en">', language).replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]),
      );
    });
  }
  app.use(express.static(publicDirectory, { extensions: ['html'], index: false }));

  return {
    app,
    start: () => consent.start(),
    async close() {
      await consent.close();
      await knex.destroy();
    },
  };
}

/** The language of the address, of an earlier visit, or of the browser. */
function chooseLanguage(req) {
  const wanted = [req.query.lang, req.cookies.shop_language].find((tag) => languages.includes(tag));
  return wanted ?? (req.acceptsLanguages(languages) || 'en');
}
