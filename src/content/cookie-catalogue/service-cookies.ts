import { type CatalogueEntry, listCookies, siteSoftware } from './catalogue-entry';

/** Consent tools, chat and support, translation and maps. */
export const serviceCookies: readonly CatalogueEntry[] = [
  ...siteSoftware('This site', [
    [
      'consent-visitor',
      'svc_vid',
      'necessary',
      '1 year',
      'Finds the record of the visitor’s consent. Kept for as long as the consent counts.',
    ],
    [
      'consent-ownership',
      'svc_own',
      'necessary',
      '1 year',
      'Proves that the record of the visitor’s consent belongs to this browser.',
    ],
  ]),
  ...listCookies('OneTrust', [
    [
      'onetrust-consent',
      'OptanonConsent',
      'necessary',
      '1 year',
      'Keeps which categories of cookies the visitor has accepted.',
    ],
    [
      'onetrust-closed',
      'OptanonAlertBoxClosed',
      'necessary',
      '1 year',
      'Remembers that the cookie banner was closed.',
    ],
    [
      'onetrust-tcf',
      'eupubconsent-v2',
      'necessary',
      '1 year',
      'Keeps the visitor’s choices in the form of the TCF.',
    ],
    [
      'onetrust-additional',
      'OTAdditionalConsentString',
      'necessary',
      '1 year',
      'Keeps choices on providers outside the TCF.',
    ],
  ]),
  ...listCookies('Cookiebot', [
    [
      'cookiebot-consent',
      'CookieConsent',
      'necessary',
      '1 year',
      'Keeps which categories of cookies the visitor has accepted.',
    ],
  ]),
  ...listCookies('Didomi', [
    [
      'didomi-token',
      'didomi_token',
      'necessary',
      '1 year',
      'Keeps the visitor’s choices and the number of the consent.',
    ],
  ]),
  ...siteSoftware('IAB frameworks', [
    [
      'iab-tcf',
      'euconsent-v2',
      'necessary',
      '13 months',
      'Keeps the visitor’s choices in the form of the TCF. Several consent tools use this name.',
    ],
    [
      'iab-usprivacy',
      'usprivacy',
      'necessary',
      '13 months',
      'Keeps opt-outs of sale in the form for the United States.',
    ],
    [
      'iab-addtl',
      'addtl_consent',
      'necessary',
      '13 months',
      'Keeps choices on Google’s providers outside the TCF.',
    ],
  ]),
  ...listCookies('TrustArc', [
    [
      'trustarc-privacy',
      'cmapi_cookie_privacy',
      'necessary',
      '13 months',
      'Keeps which categories of cookies the visitor has accepted.',
    ],
    [
      'trustarc-preferences',
      'notice_preferences',
      'necessary',
      '13 months',
      'Keeps the level of cookies that the visitor has accepted.',
    ],
    [
      'trustarc-behavior',
      'notice_behavior',
      'necessary',
      'Session',
      'Keeps which kind of banner is shown in the visitor’s country.',
    ],
  ]),
  ...listCookies('CookieYes', [
    [
      'cookieyes-consent',
      'cookieyes-consent',
      'necessary',
      '1 year',
      'Keeps which categories of cookies the visitor has accepted.',
    ],
    [
      'cookieyes-checkbox',
      'cookielawinfo-checkbox-*',
      'necessary',
      '1 year',
      'Keeps the choice on one category, in the older plugin.',
    ],
    [
      'cookieyes-viewed',
      'viewed_cookie_policy',
      'necessary',
      '1 year',
      'Remembers whether the visitor has accepted cookies, in the older plugin.',
    ],
  ]),
  ...listCookies('Complianz', [
    ['complianz', 'cmplz_*', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('Borlabs Cookie', [
    ['borlabs', 'borlabs-cookie', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('iubenda', [
    ['iubenda-cs', '_iub_cs-*', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('Osano', [
    ['osano-consent', 'osano_consentmanager', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
    ['osano-uuid', 'osano_consentmanager_uuid', 'necessary', '1 year', 'Holds the number of the consent.'],
    [
      'osano-status',
      'cookieconsent_status',
      'necessary',
      '1 year',
      'Keeps the visitor’s cookie choice, in the free script.',
    ],
  ]),
  ...listCookies('Klaro', [
    ['klaro', 'klaro', 'necessary', '120 days', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('Axeptio', [
    ['axeptio-cookies', 'axeptio_cookies', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('tarteaucitron.js', [
    ['tarteaucitron', 'tarteaucitron', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('CookieConsent by Orest Bida', [
    ['orestbida-cc', 'cc_cookie', 'necessary', '6 months', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('Moove GDPR', [
    ['moove-popup', 'moove_gdpr_popup', 'necessary', '1 year', 'Keeps the visitor’s cookie choices.'],
  ]),
  ...listCookies('Cookie Notice', [
    [
      'cookie-notice-accepted',
      'cookie_notice_accepted',
      'necessary',
      '1 month',
      'Remembers that the visitor has answered the cookie banner.',
    ],
  ]),

  ...listCookies('Intercom', [
    [
      'intercom-id',
      'intercom-id-*',
      'functional',
      '9 months',
      'Recognises visitors who chat without an account.',
    ],
    [
      'intercom-session',
      'intercom-session-*',
      'functional',
      '7 days',
      'Keeps conversations of people who are signed in.',
    ],
    [
      'intercom-device',
      'intercom-device-id-*',
      'functional',
      '9 months',
      'Recognises devices, to prevent abuse.',
    ],
  ]),
  ...listCookies('Drift', [
    ['drift-aid', 'drift_aid', 'functional', '2 years', 'Recognises visitors who chat.'],
    [
      'drift-campaign',
      'drift_campaign_refresh',
      'functional',
      '30 minutes',
      'Keeps messages from being shown too often.',
    ],
  ]),
  ...listCookies('Zendesk', [
    ['zendesk-zlcmid', '__zlcmid', 'functional', '1 year', 'Recognises visitors who chat.'],
    [
      'zendesk-zlcprivacy',
      '__zlcprivacy',
      'necessary',
      '1 year',
      'Remembers that the visitor does not want to be recognised in chats.',
    ],
    [
      'zendesk-help-center',
      '_help_center_session',
      'necessary',
      'Session',
      'Keeps the session in the help centre.',
    ],
    [
      'zendesk-shared',
      '_zendesk_shared_session',
      'necessary',
      'Session',
      'Keeps people signed in to Zendesk.',
    ],
  ]),
  ...listCookies(
    'LiveChat',
    [
      ['livechat-cid', '__lc_cid', 'functional', '3 years', 'Recognises visitors who chat.'],
      ['livechat-cst', '__lc_cst', 'functional', '3 years', 'Protects the number of a visitor who chats.'],
    ],
    { domains: ['livechatinc.com'] },
  ),
  ...listCookies('tawk.to', [
    ['tawk-idm', 'twk_idm_key', 'functional', 'Session', 'Keeps together the chat of one session.'],
    ['tawk-time', 'TawkConnectionTime', 'functional', 'Session', 'Keeps when the chat was connected.'],
    ['tawk-uuid', 'twk_uuid_*', 'functional', '6 months', 'Recognises visitors who chat.'],
  ]),
  ...listCookies('Crisp', [
    [
      'crisp-session',
      'crisp-client/session/*',
      'functional',
      '6 months',
      'Finds the conversation of a visitor who comes back.',
    ],
  ]),
  ...listCookies('Smartsupp', [
    ['smartsupp-vid', 'ssupp.vid', 'functional', '6 months', 'Recognises visitors who chat.'],
    ['smartsupp-visits', 'ssupp.visits', 'functional', '6 months', 'Counts the visits of someone who chats.'],
  ]),
  ...listCookies('Freshworks', [
    ['freshworks-crm', '_fw_crm_v', 'functional', '1 year', 'Recognises visitors who chat or send forms.'],
  ]),
  ...listCookies('Olark', [
    ['olark-wcsid', 'wcsid', 'functional', 'Session', 'Keeps together the chat of one session.'],
    ['olark-hblid', 'hblid', 'functional', '2 years', 'Recognises visitors who chat.'],
  ]),
  ...listCookies('Braze', [
    [
      'braze-device',
      'ab.storage.deviceId.*',
      'functional',
      '1 year',
      'Recognises devices, for messages on the site.',
    ],
    [
      'braze-session',
      'ab.storage.sessionId.*',
      'functional',
      '1 year',
      'Keeps together what happens in one session.',
    ],
    [
      'braze-user',
      'ab.storage.userId.*',
      'functional',
      '1 year',
      'Recognises people who are signed in, for messages on the site.',
    ],
  ]),
  ...listCookies('Google Translate', [
    [
      'google-googtrans',
      'googtrans',
      'preferences',
      'Session',
      'Remembers the language that the page is translated into.',
    ],
  ]),
  ...listCookies(
    'OpenStreetMap',
    [
      [
        'osm-location',
        '_osm_location',
        'functional',
        '10 years',
        'Remembers the part of the map that was shown last.',
      ],
      ['osm-totp', '_osm_totp_token', 'necessary', '1 hour', 'Keeps maps from being fetched by bots.'],
    ],
    { domains: ['openstreetmap.org'] },
  ),
  ...listCookies(
    'Typeform',
    [
      [
        'typeform-attribution',
        'attribution_user_id',
        'analytics',
        '1 year',
        'Tells visitors of forms apart.',
      ],
    ],
    {
      domains: ['typeform.com'],
    },
  ),
];
