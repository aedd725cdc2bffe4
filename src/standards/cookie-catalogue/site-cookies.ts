import { type CatalogueEntry, cookiesOf, siteSoftware } from './catalogue-entry';

/** What sites run on: frameworks, shops, content management, sign-in, payment, delivery networks and protection against bots. */
export const siteCookies: readonly CatalogueEntry[] = [
  ...siteSoftware('PHP', [['php-sessid', 'PHPSESSID', 'necessary', 'Session', 'Keeps requests of one visitor together, for sign-in, baskets and forms.']]),
  ...siteSoftware('Java', [
    ['java-jsessionid', 'JSESSIONID', 'necessary', 'Session', 'Keeps requests of one visitor together, for sign-in, baskets and forms.'],
  ]),
  ...siteSoftware('Express', [
    ['express-connect-sid', 'connect.sid', 'necessary', 'Session', 'Keeps requests of one visitor together, for sign-in, baskets and forms.'],
  ]),
  ...siteSoftware('ASP.NET', [
    ['aspnet-session', 'ASP.NET_SessionId', 'necessary', 'Session', 'Keeps requests of one visitor together, for sign-in, baskets and forms.'],
    ['aspnet-core-session', '.AspNetCore.Session', 'necessary', 'Session', 'The same in ASP.NET Core.'],
    ['aspnet-core-antiforgery', '.AspNetCore.Antiforgery.*', 'necessary', 'Session', 'Protects forms against forged requests.'],
    ['aspnet-core-identity', '.AspNetCore.Identity.Application', 'necessary', '14 days', 'Keeps people signed in.'],
    ['aspnet-verification', '__RequestVerificationToken', 'necessary', 'Session', 'Protects forms against forged requests.'],
    ['aspnet-auth', '.ASPXAUTH', 'necessary', 'Session', 'Keeps people signed in.'],
  ]),
  ...siteSoftware('Laravel', [
    ['laravel-session', 'laravel_session', 'necessary', '2 hours', 'Keeps requests of one visitor together, for sign-in, baskets and forms.'],
    ['laravel-xsrf', 'XSRF-TOKEN', 'necessary', '2 hours', 'Protects forms against forged requests. Angular and others use the same name.'],
  ]),
  ...siteSoftware('Django', [
    ['django-csrf', 'csrftoken', 'necessary', '1 year', 'Protects forms against forged requests.'],
    ['django-session', 'sessionid', 'necessary', '2 weeks', 'Keeps requests of one visitor together, for sign-in, baskets and forms.'],
  ]),
  ...siteSoftware('ColdFusion', [
    ['coldfusion-cfid', 'CFID', 'necessary', '30 years', 'Keeps requests of one visitor together.'],
    ['coldfusion-cftoken', 'CFTOKEN', 'necessary', '30 years', 'Protects the number in CFID against guessing.'],
  ]),
  ...siteSoftware('Next.js', [['nextjs-locale', 'NEXT_LOCALE', 'preferences', '1 year', 'Remembers the language that was chosen.']]),
  ...siteSoftware('Nuxt', [['nuxt-i18n', 'i18n_redirected', 'preferences', '1 year', 'Remembers the language that was chosen.']]),
  ...siteSoftware('Auth.js', [
    ['authjs-session', 'next-auth.session-token', 'necessary', '30 days', 'Keeps people signed in.'],
    ['authjs-secure-session', '__Secure-next-auth.session-token', 'necessary', '30 days', 'Keeps people signed in, over encrypted connections only.'],
    ['authjs-csrf', '__Host-next-auth.csrf-token', 'necessary', 'Session', 'Protects the sign-in against forged requests.'],
    ['authjs-callback', '__Secure-next-auth.callback-url', 'necessary', 'Session', 'Leads back to the right page after signing in.'],
  ]),
  ...cookiesOf('Auth0', [
    ['auth0', 'auth0', 'necessary', '3 days', 'Keeps people signed in at the shared sign-in page.'],
    ['auth0-compat', 'auth0_compat', 'necessary', '3 days', 'The same for browsers that do not know SameSite=None.'],
  ]),
  ...siteSoftware('Keycloak', [
    ['keycloak-identity', 'KEYCLOAK_IDENTITY', 'necessary', 'Session', 'Keeps people signed in at the shared sign-in page.'],
    ['keycloak-session', 'KEYCLOAK_SESSION', 'necessary', '10 hours', 'Notices when the sign-in has ended.'],
    ['keycloak-auth-session', 'AUTH_SESSION_ID', 'necessary', 'Session', 'Keeps the steps of one sign-in together.'],
    ['keycloak-restart', 'KC_RESTART', 'necessary', 'Session', 'Lets a sign-in that was interrupted start again.'],
  ]),
  ...cookiesOf('Okta', [
    ['okta-state', 'okta-oauth-state', 'necessary', '1 hour', 'Protects the sign-in against forged answers.'],
    ['okta-nonce', 'okta-oauth-nonce', 'necessary', '1 hour', 'Protects the sign-in against answers that are played back.'],
  ]),
  ...cookiesOf('Google Sign-In', [['google-g-state', 'g_state', 'functional', '180 days', 'Remembers that the sign-in prompt was closed.']]),

  ...siteSoftware('WordPress', [
    ['wordpress-logged-in', 'wordpress_logged_in_*', 'necessary', '14 days', 'Keeps people signed in.'],
    ['wordpress-sec', 'wordpress_sec_*', 'necessary', '14 days', 'Keeps editors signed in, over encrypted connections only.'],
    ['wordpress-test', 'wordpress_test_cookie', 'necessary', 'Session', 'Checks whether the browser accepts cookies.'],
    ['wordpress-settings', 'wp-settings-*', 'preferences', '1 year', 'Remembers how editors have arranged their pages.'],
    ['wordpress-postpass', 'wp-postpass_*', 'necessary', '10 days', 'Remembers that the password of a protected page was given.'],
    ['wordpress-comment', 'comment_author_*', 'preferences', '1 year', 'Fills in name and address when the visitor comments again.'],
    ['wordpress-lang', 'wp_lang', 'preferences', 'Session', 'Remembers the language that was chosen at sign-in.'],
  ]),
  ...siteSoftware('WPML', [['wpml-language', 'wp-wpml_current_language', 'preferences', '1 day', 'Remembers the language that was chosen.']]),
  ...siteSoftware('Polylang', [['polylang-language', 'pll_language', 'preferences', '1 year', 'Remembers the language that was chosen.']]),
  ...siteSoftware('Wordfence', [
    ['wordfence-auth', 'wfwaf-authcookie-*', 'necessary', '1 day', 'Tells the firewall that the visitor is signed in.'],
    ['wordfence-human', 'wordfence_verifiedHuman', 'necessary', '1 day', 'Tells people from bots.'],
  ]),
  ...cookiesOf('Jetpack', [['jetpack-tk-ai', 'tk_ai', 'analytics', 'Session', 'Counts how functions of the plugin are used.']]),
  ...siteSoftware('WooCommerce', [
    ['woocommerce-hash', 'woocommerce_cart_hash', 'necessary', 'Session', 'Notices when the basket has changed.'],
    ['woocommerce-items', 'woocommerce_items_in_cart', 'necessary', 'Session', 'Shows whether there is something in the basket.'],
    ['woocommerce-session', 'wp_woocommerce_session_*', 'necessary', '2 days', 'Finds the visitor’s basket.'],
    ['woocommerce-recent', 'woocommerce_recently_viewed', 'functional', 'Session', 'Shows products that were looked at before.'],
    ['woocommerce-sbjs-current', 'sbjs_current', 'marketing', 'Session', 'Keeps by which source the visitor came this time, for orders.'],
    ['woocommerce-sbjs-first', 'sbjs_first', 'marketing', 'Session', 'Keeps by which source the visitor came first, for orders.'],
    ['woocommerce-sbjs-session', 'sbjs_session', 'marketing', '30 minutes', 'Counts pages of the visit, for orders.'],
    ['woocommerce-sbjs-udata', 'sbjs_udata', 'marketing', 'Session', 'Keeps which browser is used, for orders.'],
    ['woocommerce-sbjs-migrations', 'sbjs_migrations', 'marketing', 'Session', 'Keeps which version wrote the other sources.'],
  ]),
  ...cookiesOf('Shopify', [
    ['shopify-essential', '_shopify_essential', 'necessary', '1 year', 'Keeps what the shop needs to work, such as basket and checkout.'],
    ['shopify-y', '_shopify_y', 'analytics', '1 year', 'Tells visitors apart.'],
    ['shopify-s', '_shopify_s', 'analytics', '30 minutes', 'Keeps together what happens in one session.'],
    ['shopify-sa-p', '_shopify_sa_p', 'marketing', '30 minutes', 'Keeps by which campaign the visitor came.'],
    ['shopify-sa-t', '_shopify_sa_t', 'marketing', '30 minutes', 'Keeps when the visitor came by a campaign.'],
    ['shopify-landing', '_landing_page', 'analytics', '2 weeks', 'Keeps the page on which the visitor came in.'],
    ['shopify-referrer', '_orig_referrer', 'analytics', '2 weeks', 'Keeps the site that led the visitor here.'],
    ['shopify-cart', 'cart', 'necessary', '2 weeks', 'Finds the visitor’s basket.'],
    ['shopify-cart-currency', 'cart_currency', 'necessary', '2 weeks', 'Keeps the currency of the basket.'],
    ['shopify-customer', 'secure_customer_sig', 'necessary', '1 year', 'Recognises customers who are signed in.'],
    ['shopify-keep-alive', 'keep_alive', 'necessary', '30 minutes', 'Keeps the buyer in the right place while a session lasts.'],
    ['shopify-localization', 'localization', 'preferences', '1 year', 'Remembers the country and currency that were chosen.'],
    ['shopify-consent', '_tracking_consent', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...siteSoftware('Adobe Commerce', [
    ['magento-form-key', 'form_key', 'necessary', '1 hour', 'Protects forms against forged requests (Magento).'],
    ['magento-vary', 'X-Magento-Vary', 'necessary', 'Session', 'Lets pages be cached for visitors with the same settings.'],
    ['magento-private', 'private_content_version', 'necessary', '10 years', 'Keeps pages with personal content from being cached for others.'],
    ['magento-cache-sessid', 'mage-cache-sessid', 'necessary', 'Session', 'Shows when the browser’s own store must be cleared.'],
    ['magento-cache-storage', 'mage-cache-storage', 'necessary', '1 year', 'Keeps personal content in the browser, so that the shop is fast.'],
    ['magento-messages', 'mage-messages', 'necessary', '1 year', 'Shows messages, such as that a product was put into the basket.'],
    ['magento-section-data', 'section_data_ids', 'necessary', 'Session', 'Keeps what the visitor began, such as wish lists and orders.'],
  ]),
  ...siteSoftware('PrestaShop', [['prestashop', 'PrestaShop-*', 'necessary', '20 days', 'Finds the visitor’s basket and keeps customers signed in.']]),
  ...siteSoftware('Shopware', [
    ['shopware-states', 'sw-states', 'necessary', 'Session', 'Lets pages be cached by whether the visitor is signed in or has a basket.'],
    ['shopware-cache-hash', 'sw-cache-hash', 'necessary', 'Session', 'Lets pages be cached for visitors with the same settings.'],
    ['shopware-currency', 'sw-currency', 'necessary', 'Session', 'Keeps the currency that was chosen.'],
  ]),
  ...cookiesOf('BigCommerce', [['bigcommerce-session', 'SHOP_SESSION_TOKEN', 'necessary', '7 days', 'Finds the visitor’s basket and keeps the session.']]),
  ...siteSoftware('OpenCart', [['opencart-session', 'OCSESSID', 'necessary', 'Session', 'Finds the visitor’s basket and keeps the session.']]),
  ...siteSoftware('Drupal', [
    ['drupal-sess', 'SESS*', 'necessary', '23 days', 'Keeps people signed in.'],
    ['drupal-ssess', 'SSESS*', 'necessary', '23 days', 'Keeps people signed in, over encrypted connections only.'],
  ]),
  ...siteSoftware('TYPO3', [
    ['typo3-fe', 'fe_typo_user', 'necessary', 'Session', 'Keeps visitors of protected pages signed in.'],
    ['typo3-be', 'be_typo_user', 'necessary', 'Session', 'Keeps editors signed in.'],
  ]),
  ...cookiesOf('Squarespace', [
    ['squarespace-crumb', 'crumb', 'necessary', 'Session', 'Protects forms against forged requests.'],
    ['squarespace-cvr', 'ss_cvr', 'analytics', '2 years', 'Tells visitors apart.'],
    ['squarespace-cvt', 'ss_cvt', 'analytics', '30 minutes', 'Keeps together what happens in one session.'],
  ]),
  ...cookiesOf('Wix', [
    ['wix-sv-session', 'svSession', 'necessary', '1 year', 'Recognises visitors, for security and sign-in.'],
    ['wix-hs', 'hs', 'necessary', 'Session', 'Protects sessions.'],
    ['wix-b-session', 'bSession', 'functional', '30 minutes', 'Measures how well the system works.'],
    ['wix-ssr', 'ssr-caching', 'functional', '1 minute', 'Shows how a page was made, for faults to be found.'],
  ]),

  ...cookiesOf('Cloudflare', [
    ['cloudflare-bm', '__cf_bm', 'necessary', '30 minutes', 'Tells people from bots.'],
    ['cloudflare-clearance', 'cf_clearance', 'necessary', '1 year', 'Remembers that the visitor has passed a check against bots.'],
    ['cloudflare-uvid', '_cfuvid', 'necessary', 'Session', 'Tells visitors behind one address apart, for rate limits.'],
    ['cloudflare-lb', '__cflb', 'necessary', '24 hours', 'Leads requests of one visitor to the same server.'],
    ['cloudflare-ruid', '__cfruid', 'necessary', 'Session', 'Tells visitors behind one address apart, for rate limits, in older set-ups.'],
    ['cloudflare-waiting-room', '__cfwaitingroom', 'necessary', '1 day', 'Keeps the visitor’s place in the queue.'],
    ['cloudflare-access', 'CF_Authorization', 'necessary', '1 day', 'Keeps people signed in to protected applications.'],
  ]),
  ...cookiesOf('Akamai Bot Manager', [
    ['akamai-abck', '_abck', 'necessary', '1 year', 'Tells people from bots.'],
    ['akamai-bm-sz', 'bm_sz', 'necessary', '4 hours', 'Tells people from bots.'],
    ['akamai-bmsc', 'ak_bmsc', 'necessary', '2 hours', 'Tells people from bots.'],
    ['akamai-bm-sv', 'bm_sv', 'necessary', '2 hours', 'Tells people from bots.'],
    ['akamai-bm-mi', 'bm_mi', 'necessary', '2 hours', 'Tells people from bots.'],
  ]),
  ...cookiesOf('Imperva', [
    ['imperva-visid', 'visid_incap_*', 'necessary', '1 year', 'Recognises browsers, to tell people from bots.'],
    ['imperva-ses', 'incap_ses_*', 'necessary', 'Session', 'Keeps requests of one visitor together, to notice attacks.'],
    ['imperva-nlbi', 'nlbi_*', 'necessary', 'Session', 'Leads requests of one visitor to the same server.'],
    ['imperva-reese84', 'reese84', 'necessary', '31 days', 'Tells people from bots.'],
  ]),
  ...cookiesOf('DataDome', [['datadome', 'datadome', 'necessary', '1 year', 'Tells people from bots.']]),
  ...cookiesOf('HUMAN', [
    ['human-pxvid', '_pxvid', 'necessary', '1 year', 'Recognises browsers, to tell people from bots.'],
    ['human-px3', '_px3', 'necessary', '6 minutes', 'Holds the result of the last check against bots.'],
    ['human-pxhd', '_pxhd', 'necessary', '1 year', 'Tells people from bots.'],
    ['human-pxcts', 'pxcts', 'necessary', 'Session', 'Keeps tabs of one browser together.'],
  ]),
  ...siteSoftware('F5', [['f5-bigip', 'BIGipServer*', 'necessary', 'Session', 'Leads requests of one visitor to the same server.']]),
  ...cookiesOf('Amazon Web Services', [
    ['aws-alb', 'AWSALB', 'necessary', '7 days', 'Leads requests of one visitor to the same server.'],
    ['aws-alb-cors', 'AWSALBCORS', 'necessary', '7 days', 'The same for requests from other sites.'],
    ['aws-albtg', 'AWSALBTG', 'necessary', '7 days', 'Leads requests of one visitor to the same group of servers.'],
    ['aws-elb', 'AWSELB', 'necessary', 'Session', 'Leads requests of one visitor to the same server, in older set-ups.'],
    ['aws-waf', 'aws-waf-token', 'necessary', '4 days', 'Remembers that the visitor has passed a check against bots.'],
  ]),
  ...cookiesOf('Microsoft Azure', [
    ['azure-arr', 'ARRAffinity', 'necessary', 'Session', 'Leads requests of one visitor to the same server.'],
    ['azure-arr-same-site', 'ARRAffinitySameSite', 'necessary', 'Session', 'The same for requests from other sites.'],
    ['azure-tipmix', 'TiPMix', 'necessary', '1 hour', 'Keeps the visitor on the same version of the site while a new one is tried.'],
    ['azure-routing', 'x-ms-routing-name', 'necessary', '1 hour', 'Names the version of the site that the visitor is on.'],
  ]),
  ...cookiesOf(
    'Google reCAPTCHA',
    [
      // The CNIL asks for consent (SAN-2023-003, Cityscoot), since Google analyses what it collects for itself too.
      ['recaptcha', '_GRECAPTCHA', 'functional', '6 months', 'Tells people from bots. Google analyses the data for itself too, so ask for consent.'],
    ],
    { domains: ['google.com', 'recaptcha.net'] },
  ),
  ...cookiesOf('hCaptcha', [['hcaptcha-hmt', 'hmt_id', 'necessary', '30 days', 'Tells people from bots.']], { domains: ['hcaptcha.com'] }),

  ...cookiesOf('Stripe', [
    ['stripe-mid', '__stripe_mid', 'necessary', '1 year', 'Recognises browsers, to prevent fraud in payments.'],
    ['stripe-sid', '__stripe_sid', 'necessary', '30 minutes', 'Keeps together one visit, to prevent fraud in payments.'],
  ]),
  ...cookiesOf(
    'PayPal',
    [
      ['paypal-ts-c', 'ts_c', 'necessary', '3 years', 'Recognises browsers, to prevent fraud in payments.'],
      ['paypal-tsrce', 'tsrce', 'functional', '3 days', 'Names the service behind the payment page.'],
      ['paypal-x-pp-s', 'x-pp-s', 'necessary', 'Session', 'Keeps the payment’s session.'],
      ['paypal-l7-az', 'l7_az', 'necessary', '30 minutes', 'Leads requests of one payment to the same data centre.'],
      ['paypal-enforce', 'enforce_policy', 'necessary', '1 year', 'Remembers which rules on cookies hold for the visitor.'],
    ],
    { domains: ['paypal.com'] },
  ),
  ...cookiesOf('Amazon Pay', [['amazon-pay-session', 'apay-session-set', 'necessary', 'Session', 'Keeps the payment’s session.']]),
];
