/** Tools that many sites use, with their cookies in the catalogue. */
export const tools = {
  'Express session': ['express-connect-sid'],
  'PHP session': ['php-sessid'],
  'Google Analytics 4': ['ga', 'ga-property'],
  'Google Ads': ['google-gcl-au', 'doubleclick-ide'],
  'Meta Pixel': ['meta-fbp', 'meta-fbc'],
  Matomo: ['matomo-id', 'matomo-ses'],
  'Microsoft Clarity': ['clarity-clck', 'clarity-clsk', 'clarity-clid'],
  'Microsoft Advertising': ['bing-uetsid', 'bing-uetvid'],
  Hotjar: ['hotjar-session-user', 'hotjar-session'],
  HubSpot: ['hubspot-hstc', 'hubspot-utk', 'hubspot-hssc', 'hubspot-hssrc'],
  'LinkedIn Insight': ['linkedin-bcookie', 'linkedin-lidc', 'linkedin-fat-id'],
  'TikTok Pixel': ['tiktok-ttp', 'tiktok-ttcsid', 'tiktok-ttcsid-pixel'],
  YouTube: ['youtube-visitor', 'youtube-ysc'],
  Stripe: ['stripe-mid', 'stripe-sid'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
