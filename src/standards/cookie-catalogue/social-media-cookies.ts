import { type CatalogueEntry, cookiesOf } from './catalogue-entry';

/** Social networks, their pixels and embedded posts; video and audio players. */
export const socialMediaCookies: readonly CatalogueEntry[] = [
  ...cookiesOf('Meta', [
    [
      'meta-fbp',
      '_fbp',
      'marketing',
      '90 days',
      'Recognises the browser on this site, to measure ads on Facebook and Instagram and show them to fitting people.',
    ],
    ['meta-fbc', '_fbc', 'marketing', '90 days', 'Keeps the number of a click on an ad on Facebook or Instagram.'],
    ['meta-fbm', 'fbm_*', 'functional', '1 year', 'Keeps settings of signing in with Facebook.'],
    ['meta-fbsr', 'fbsr_*', 'functional', 'Session', 'Holds the signed answer of signing in with Facebook.'],
  ]),
  ...cookiesOf(
    'Meta',
    [
      ['meta-fr', 'fr', 'marketing', '90 days', 'Recognises browsers and accounts across sites, to show and measure ads.'],
      ['meta-datr', 'datr', 'marketing', '400 days', 'Recognises browsers, for security, integrity and statistics, whether signed in or not.'],
      ['meta-sb', 'sb', 'functional', '400 days', 'Recognises browsers that were used to sign in.'],
      ['meta-c-user', 'c_user', 'functional', '1 year', 'Keeps people signed in to Facebook.'],
      ['meta-xs', 'xs', 'functional', '1 year', 'Holds the number and secret of a Facebook session.'],
      ['meta-oo', 'oo', 'necessary', '400 days', 'Remembers that the visitor has refused ads by interests.'],
      ['meta-wd', 'wd', 'functional', '7 days', 'Keeps the size of the window, to show pages in it properly.'],
      ['meta-dpr', 'dpr', 'functional', '7 days', 'Keeps the resolution of the screen, to show pages on it properly.'],
    ],
    { domains: ['facebook.com'] },
  ),
  ...cookiesOf(
    'Instagram',
    [
      ['instagram-did', 'ig_did', 'functional', '1 year', 'Recognises browsers that embed or use Instagram.'],
      ['instagram-user', 'ds_user_id', 'functional', '90 days', 'Keeps people signed in to Instagram.'],
      ['instagram-nrcb', 'ig_nrcb', 'functional', '1 year', 'Remembers that a notice on cookies was shown.'],
    ],
    { domains: ['instagram.com'] },
  ),
  ...cookiesOf('LinkedIn', [
    ['linkedin-fat-id', 'li_fat_id', 'marketing', '30 days', 'Recognises LinkedIn members on this site, to measure ads.'],
    ['linkedin-giant', 'li_giant', 'marketing', '7 days', 'Recognises groups of LinkedIn members, to measure ads.'],
    ['linkedin-ln-or', 'ln_or', 'analytics', '1 day', 'Shows whether statistics of LinkedIn can be made on this domain.'],
  ]),
  ...cookiesOf(
    'LinkedIn',
    [
      ['linkedin-sugr', 'li_sugr', 'marketing', '90 days', 'Makes a probable match of browsers to members outside Europe.'],
      ['linkedin-bcookie', 'bcookie', 'functional', '1 year', 'Recognises browsers, to notice abuse.'],
      ['linkedin-bscookie', 'bscookie', 'functional', '1 year', 'Remembers that a member has confirmed the sign-in by a second factor.'],
      ['linkedin-lidc', 'lidc', 'functional', '24 hours', 'Chooses the data centre that answers.'],
      ['linkedin-match', 'UserMatchHistory', 'marketing', '30 days', 'Keeps numbers for LinkedIn’s ads in step.'],
      ['linkedin-sync', 'AnalyticsSyncHistory', 'marketing', '30 days', 'Keeps when numbers were exchanged, for members in listed countries.'],
      ['linkedin-gc', 'li_gc', 'necessary', '6 months', 'Keeps the choice of guests on cookies that are not needed.'],
      ['linkedin-lms-ads', 'lms_ads', 'marketing', '30 days', 'Recognises members outside LinkedIn, to show ads in listed countries.'],
      ['linkedin-lms-analytics', 'lms_analytics', 'analytics', '30 days', 'Recognises members in listed countries, for statistics.'],
    ],
    { domains: ['linkedin.com'] },
  ),
  ...cookiesOf(
    'X',
    [
      ['x-guest-id', 'guest_id', 'functional', '13 months', 'Recognises browsers of visitors who are not signed in.'],
      ['x-guest-id-ads', 'guest_id_ads', 'marketing', '13 months', 'Recognises the same browsers, to choose and measure ads.'],
      ['x-guest-id-marketing', 'guest_id_marketing', 'marketing', '13 months', 'Recognises the same browsers, for X’s own advertising.'],
      ['x-personalization', 'personalization_id', 'marketing', '13 months', 'Recognises browsers on and off X, to adapt content and ads.'],
      ['x-muc-ads', 'muc_ads', 'marketing', '13 months', 'Measures ads and keeps numbers in step.'],
      ['x-ct0', 'ct0', 'necessary', '6 hours', 'Protects forms against forged requests.'],
    ],
    { domains: ['x.com', 'twitter.com', 't.co'] },
  ),
  ...cookiesOf('TikTok', [
    ['tiktok-ttp', '_ttp', 'marketing', '13 months', 'Recognises the browser, to measure ads on TikTok and show them to fitting people.'],
    ['tiktok-enable', '_tt_enable_cookie', 'marketing', '13 months', 'Shows whether the site lets the TikTok pixel set cookies.'],
    ['tiktok-ttcsid', 'ttcsid', 'marketing', '13 months', 'Keeps together what happens in one session.'],
    ['tiktok-ttcsid-pixel', 'ttcsid_*', 'marketing', '13 months', 'The same for one pixel.'],
    ['tiktok-ttwid', 'ttwid', 'functional', '1 year', 'Recognises visitors of embedded TikTok videos.'],
  ]),
  ...cookiesOf('Pinterest', [
    ['pinterest-unauth', '_pin_unauth', 'marketing', '1 year', 'Recognises browsers of visitors whom Pinterest cannot match to an account.'],
    ['pinterest-epik', '_epik', 'marketing', '1 year', 'Keeps the number of a click on a Pinterest ad.'],
    ['pinterest-derived-epik', '_derived_epik', 'marketing', '1 year', 'Keeps a number made from a match that was found without a click.'],
  ]),
  ...cookiesOf(
    'Pinterest',
    [['pinterest-ct-ua', '_pinterest_ct_ua', 'marketing', '1 year', 'Recognises browsers across sites, to measure ads on Pinterest.']],
    { domains: ['ct.pinterest.com'] },
  ),
  ...cookiesOf('Snap', [
    ['snap-scid', '_scid', 'marketing', '13 months', 'Recognises the browser on this site, to measure ads on Snapchat.'],
    ['snap-scid-r', '_scid_r', 'marketing', '13 months', 'A copy of the same number that is refreshed at each visit.'],
    ['snap-sctr', '_sctr', 'marketing', '13 months', 'Keeps when numbers were last exchanged.'],
  ]),
  ...cookiesOf(
    'Snap',
    [
      ['snap-sc-at', 'sc_at', 'marketing', '13 months', 'Recognises browsers across sites, to show and measure ads on Snapchat.'],
      ['snap-x-ab', 'X-AB', 'marketing', '1 day', 'Chooses variants of tests of the pixel.'],
    ],
    { domains: ['snapchat.com'] },
  ),
  ...cookiesOf('Reddit', [
    ['reddit-uuid', '_rdt_uuid', 'marketing', '90 days', 'Recognises the browser on this site, to measure ads on Reddit.'],
    ['reddit-cid', '_rdt_cid', 'marketing', '90 days', 'Keeps the number of a click on a Reddit ad.'],
  ]),
  ...cookiesOf('AddThis', [
    ['addthis-atuvc', '__atuvc', 'marketing', '13 months', 'Counts how often a page was shared (service discontinued).'],
    ['addthis-atuvs', '__atuvs', 'marketing', '30 minutes', 'The same within one session (service discontinued).'],
  ]),
  ...cookiesOf('ShareThis', [['sharethis-stid', '__stid', 'marketing', '1 year', 'Recognises browsers across sites with sharing buttons, for audiences.']], {
    domains: ['sharethis.com'],
  }),
  ...cookiesOf('Disqus', [['disqus-unique', 'disqus_unique', 'analytics', '1 year', 'Counts visitors of comments.']], { domains: ['disqus.com'] }),
  ...cookiesOf(
    'YouTube',
    [
      ['youtube-ysc', 'YSC', 'functional', 'Session', 'Makes sure that requests in a session come from the viewer, and counts views.'],
      ['youtube-visitor', 'VISITOR_INFO1_LIVE', 'marketing', '180 days', 'Estimates the bandwidth, and recommends videos by what was watched.'],
      ['youtube-privacy', 'VISITOR_PRIVACY_METADATA', 'necessary', '180 days', 'Keeps the viewer’s cookie choices.'],
      ['youtube-pref', 'PREF', 'preferences', '8 months', 'Keeps settings such as autoplay and player size.'],
      ['youtube-login', 'LOGIN_INFO', 'functional', '2 years', 'Keeps viewers signed in.'],
      ['youtube-yec', '__Secure-YEC', 'functional', '13 months', 'Keeps settings, and notices abuse and faults, where consent is pending.'],
      ['youtube-rollout', '__Secure-ROLLOUT_TOKEN', 'functional', '180 days', 'Chooses who is shown new functions first.'],
    ],
    { domains: ['youtube.com'] },
  ),
  ...cookiesOf(
    'Vimeo',
    [
      ['vimeo-vuid', 'vuid', 'analytics', '2 years', 'Tells viewers apart, for statistics of videos.'],
      ['vimeo-player', 'player', 'preferences', '1 year', 'Keeps settings of the player, such as volume.'],
    ],
    {
      domains: ['vimeo.com'],
    },
  ),
  ...cookiesOf(
    'Dailymotion',
    [
      ['dailymotion-dmvk', 'dmvk', 'functional', 'Session', 'Keeps together views of one session.'],
      ['dailymotion-v1st', 'v1st', 'analytics', '13 months', 'Tells viewers apart, for statistics of videos.'],
    ],
    { domains: ['dailymotion.com'] },
  ),
  ...cookiesOf(
    'Spotify',
    [
      ['spotify-sp-t', 'sp_t', 'analytics', '1 year', 'Tells listeners of embedded players apart.'],
      ['spotify-sp-landing', 'sp_landing', 'analytics', '1 day', 'Keeps where an embedded player was opened.'],
    ],
    { domains: ['spotify.com'] },
  ),
  ...cookiesOf('SoundCloud', [['soundcloud-anonymous', 'sc_anonymous_id', 'analytics', '10 years', 'Tells listeners of embedded players apart.']], {
    domains: ['soundcloud.com'],
  }),
];
