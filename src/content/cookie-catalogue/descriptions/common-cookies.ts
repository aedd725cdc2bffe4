import type { CookieText } from '../../banner-texts';

/**
 * The most common cookies of the catalogue, by the sentence that describes them in other languages. Cookies with the
 * same effect share one sentence; `{provider}` is the provider of the cookie.
 */
export const furtherTexts = {
  csrf: ['django-csrf', 'laravel-xsrf', 'aspnet-verification', 'aspnet-core-antiforgery'],
  signedIn: [
    'wordpress-logged-in',
    'wordpress-sec',
    'drupal-sess',
    'drupal-ssess',
    'aspnet-auth',
    'aspnet-core-identity',
  ],
  bots: ['cloudflare-bm'],
  botCheck: ['cloudflare-clearance', 'aws-waf'],
  sameServer: ['aws-alb', 'aws-alb-cors', 'aws-elb', 'cloudflare-lb'],
  rateLimit: ['cloudflare-uvid', 'cloudflare-ruid'],
  basket: ['shopify-cart', 'woocommerce-session', 'woocommerce-items', 'woocommerce-hash'],
  shop: ['shopify-essential'],
  fraud: ['stripe-mid', 'stripe-sid', 'paypal-ts-c'],
  cookieChoice: ['google-socs', 'youtube-privacy', 'shopify-consent', 'linkedin-gc', 'hubspot-cat-pref'],
  cookieTest: ['doubleclick-test', 'wordpress-test', 'vwo-opt-test', 'adobe-s-cc'],
  recaptcha: ['recaptcha'],
  chat: ['intercom-id', 'crisp-session', 'zendesk-zlcmid', 'hubspot-messages'],
  player: ['youtube-pref', 'vimeo-player'],
  viewers: ['youtube-ysc'],
  recommendations: ['youtube-visitor'],
  abuse: ['linkedin-bcookie', 'intercom-device'],
  dataCentre: ['linkedin-lidc'],
  firstSeen: ['clarity-clid'],
  restarted: ['hubspot-hssrc'],
  throttle: ['ga-gat', 'ga-gat-named', 'ga-utmt', 'ga-dc-gtm'],
  referral: [
    'ga-utmz',
    'matomo-ref',
    'shopify-referrer',
    'woocommerce-sbjs-current',
    'woocommerce-sbjs-first',
  ],
  actions: ['mixpanel', 'posthog', 'amplitude-amp'],
  variants: ['vwo-opt-exp', 'optimizely-user', 'adobe-mbox'],
  formContact: ['hubspot-utk'],
  adClick: ['google-gcl-aw', 'google-gcl-gs', 'meta-fbc', 'bing-uetmsclkid', 'pinterest-epik', 'reddit-cid'],
  siteAds: ['meta-fbp', 'tiktok-ttp', 'snap-scid', 'bing-uetvid', 'criteo-bundle', 'reddit-uuid'],
  memberAds: ['linkedin-fat-id'],
  frequency: ['google-gads'],
  googleAds: ['google-nid'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Sentences that the starter profiles' own texts contain already. */
export const starterTexts: Partial<Readonly<Record<CookieText, readonly string[]>>> = {
  session: [
    'express-connect-sid',
    'php-sessid',
    'laravel-session',
    'django-session',
    'aspnet-session',
    'aspnet-core-session',
  ],
  language: ['wpml-language', 'polylang-language', 'google-googtrans', 'hubspot-lang', 'wordpress-lang'],
  visitors: [
    'ga',
    'ga-gid',
    'ga-fpid',
    'ga-utma',
    'matomo-id',
    'hotjar-session-user',
    'hubspot-hstc',
    'clarity-clck',
    'shopify-y',
    'yandex-ym-uid',
  ],
  visits: [
    'ga-property',
    'ga-utmb',
    'matomo-ses',
    'hotjar-session',
    'hubspot-hssc',
    'clarity-clsk',
    'bing-uetsid',
    'tiktok-ttcsid',
    'tiktok-ttcsid-pixel',
    'shopify-s',
  ],
  clicks: ['google-gcl-au', 'google-fpau'],
  adsElsewhere: ['doubleclick-ide', 'meta-fr', 'bing-muid'],
};

/** The further sentences in one language. */
export type CookieDescriptions = Readonly<Record<keyof typeof furtherTexts, string>>;
