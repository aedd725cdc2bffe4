import { type CatalogueEntry, cookiesOf } from './catalogue-entry';

/** Advertising networks, exchanges, affiliates and marketing automation. */
export const advertisingCookies: readonly CatalogueEntry[] = [
  ...cookiesOf('Google Ads', [
    ['google-gcl-au', '_gcl_au', 'marketing', '90 days', 'Measures whether clicks on ads lead to what the site wants of visitors.'],
    ['google-gcl-aw', '_gcl_aw', 'marketing', '90 days', 'Keeps the number of a click on a Google ad, so that a later purchase can be put down to it.'],
    ['google-gcl-dc', '_gcl_dc', 'marketing', '90 days', 'The same for ads bought through Google Marketing Platform.'],
    ['google-gcl-gb', '_gcl_gb', 'marketing', '90 days', 'Keeps aggregate campaign information of a click that came from an app.'],
    ['google-gcl-gs', '_gcl_gs', 'marketing', '90 days', 'Keeps the source of a click on a Google ad.'],
    ['google-gcl-ag', '_gcl_ag', 'marketing', '90 days', 'Keeps aggregate campaign information of a click on a Google ad.'],
    ['google-gac', '_gac_*', 'marketing', '90 days', 'Holds campaign information that Google Analytics and Google Ads share.'],
    ['google-fpau', 'FPAU', 'marketing', '90 days', 'Measures conversions when tagging runs on the site’s own server.'],
    ['google-fpgclaw', 'FPGCLAW', 'marketing', '90 days', 'Keeps the number of an ad click when tagging runs on the site’s own server.'],
    ['google-fpgcldc', 'FPGCLDC', 'marketing', '90 days', 'The same for Google Marketing Platform.'],
    ['google-fpgclgb', 'FPGCLGB', 'marketing', '90 days', 'Keeps aggregate campaign information when tagging runs on the site’s own server.'],
  ]),
  ...cookiesOf(
    'Google Marketing Platform',
    [
      ['doubleclick-ide', 'IDE', 'marketing', '2 years', 'Recognises browsers on other sites, to show them personal ads and to measure these.'],
      ['doubleclick-test', 'test_cookie', 'marketing', '15 minutes', 'Checks whether the browser accepts cookies of other sites.'],
      ['doubleclick-dsid', 'DSID', 'marketing', '2 weeks', 'Recognises signed-in Google users on other sites, to respect their choices on ads.'],
      ['doubleclick-rul', 'RUL', 'marketing', '1 year', 'Checks whether an ad was shown properly.'],
    ],
    { domains: ['doubleclick.net'] },
  ),
  ...cookiesOf('Google Ad Manager', [
    ['google-gads', '__gads', 'marketing', '13 months', 'Counts how often an ad was shown on this site and keeps it from being shown too often.'],
    ['google-gpi', '__gpi', 'marketing', '13 months', 'Recognises visitors on sites of the same publisher, to show ads and measure them.'],
    ['google-gpi-optout', '__gpi_optout', 'necessary', '13 months', 'Remembers that the visitor does not want ads to be chosen by publisher data.'],
    // Click fraud of third-party ads is not exempt from consent: WP29 Opinion 04/2012, section 4.2.
    ['google-eoi', '__eoi', 'marketing', '180 days', 'Helps to tell genuine views and clicks on ads from fraud.'],
  ]),
  ...cookiesOf(
    'Google',
    [
      ['google-nid', 'NID', 'marketing', '6 months', 'Remembers settings and recent searches, and personalises ads on Google’s services.'],
      ['google-anid', 'ANID', 'marketing', '2 years', 'Recognises browsers, to show ads on Google’s services to visitors who are not signed in.'],
      ['google-1p-jar', '1P_JAR', 'marketing', '30 days', 'Adapts ads on Google’s services to earlier visits.'],
      ['google-aec', 'AEC', 'necessary', '6 months', 'Makes sure that requests in a session come from the visitor and not from other sites.'],
      ['google-socs', 'SOCS', 'necessary', '13 months', 'Keeps the visitor’s cookie choices on Google’s services.'],
      ['google-consent', 'CONSENT', 'necessary', '2 years', 'Keeps the visitor’s cookie choices on Google’s services in its older form.'],
      ['google-sid', 'SID', 'functional', '2 years', 'Recognises signed-in Google users, also in embedded content.'],
      ['google-hsid', 'HSID', 'functional', '2 years', 'Confirms the sign-in of Google users and protects it.'],
      ['google-sapisid', 'SAPISID', 'marketing', '2 years', 'Recognises signed-in Google users in embedded content and personalises it.'],
    ],
    { domains: ['google.com'] },
  ),
  ...cookiesOf('Microsoft Advertising', [
    ['bing-uetsid', '_uetsid', 'marketing', '1 day', 'Keeps a session number, to measure what visitors do after clicking a Microsoft ad.'],
    ['bing-uetvid', '_uetvid', 'marketing', '13 months', 'Recognises visitors who have been here before, to measure and target Microsoft ads.'],
    ['bing-uetmsclkid', '_uetmsclkid', 'marketing', '90 days', 'Keeps the number of a click on a Microsoft ad.'],
    ['bing-muidb', 'MUIDB', 'marketing', '13 months', 'Keeps a copy of Microsoft’s browser number for one of its domains.'],
  ]),
  ...cookiesOf(
    'Microsoft Advertising',
    [
      ['bing-muid', 'MUID', 'marketing', '13 months', 'Recognises browsers across Microsoft’s domains, for advertising and statistics.'],
      ['bing-msptc', 'MSPTC', 'marketing', '13 months', 'Recognises browsers across sites, for advertising.'],
      ['bing-srm-b', 'SRM_B', 'marketing', '13 months', 'Keeps browser numbers of Microsoft’s domains in step.'],
      ['bing-anonchk', 'ANONCHK', 'marketing', '10 minutes', 'Shows whether the browser number is passed on to advertising.'],
    ],
    { domains: ['bing.com', 'clarity.ms'] },
  ),
  ...cookiesOf(
    'Amazon Ads',
    [
      ['amazon-ad-id', 'ad-id', 'marketing', '9 months', 'Recognises browsers, to show them ads by interests.'],
      ['amazon-ad-privacy', 'ad-privacy', 'marketing', '5 years', 'Remembers whether the visitor has refused ads by interests.'],
    ],
    { domains: ['amazon-adsystem.com'] },
  ),
  ...cookiesOf('Criteo', [
    ['criteo-bundle', 'cto_bundle', 'marketing', '13 months', 'Recognises the browser on this site, to show it ads for what it has looked at.'],
    ['criteo-bidid', 'cto_bidid', 'marketing', '13 months', 'Takes part in auctions for ad space on this site.'],
    ['criteo-dna', 'cto_dna_bundle', 'marketing', '13 months', 'Carries the browser’s number between sites where cookies of others are blocked.'],
    ['criteo-tld', 'cto_tld_test', 'marketing', 'Session', 'Finds the widest domain that a cookie can be set on.'],
  ]),
  ...cookiesOf('AdRoll', [
    ['adroll', '__adroll', 'marketing', '13 months', 'Recognises browsers across sites, to show them ads again.'],
    ['adroll-fpc', '__adroll_fpc', 'marketing', '1 year', 'Recognises the browser on this site.'],
    ['adroll-ar-v4', '__ar_v4', 'marketing', '1 year', 'Measures which ads lead to a purchase.'],
  ]),
  ...cookiesOf(
    'Xandr',
    [
      ['xandr-uuid2', 'uuid2', 'marketing', '90 days', 'Recognises browsers across sites, to choose ads.'],
      ['xandr-anj', 'anj', 'marketing', '90 days', 'Notes which partners know the browser by a number of their own.'],
      ['xandr-usersync', 'usersync', 'marketing', '90 days', 'Keeps when numbers were exchanged with partners.'],
      ['xandr-panid', 'XANDR_PANID', 'marketing', '90 days', 'Recognises browsers across sites, to choose ads.'],
    ],
    { domains: ['adnxs.com'] },
  ),
  ...cookiesOf(
    'The Trade Desk',
    [
      ['ttd-id', 'TDID', 'marketing', '1 year', 'Recognises browsers across sites, to buy ad space for them.'],
      ['ttd-cpm', 'TDCPM', 'marketing', '1 year', 'Notes which partners know the browser by a number of their own.'],
    ],
    { domains: ['adsrvr.org'] },
  ),
  ...cookiesOf(
    'Magnite',
    [
      ['magnite-khaos', 'khaos', 'marketing', '1 year', 'Recognises browsers across sites, to sell ad space.'],
      ['magnite-audit', 'audit', 'marketing', '1 year', 'Keeps which choices the visitor made, together with the browser’s number.'],
    ],
    { domains: ['rubiconproject.com'] },
  ),
  ...cookiesOf(
    'PubMatic',
    [
      ['pubmatic-kad', 'KADUSERCOOKIE', 'marketing', '90 days', 'Recognises browsers across sites, to sell ad space.'],
      ['pubmatic-krtb', 'KRTBCOOKIE_*', 'marketing', '90 days', 'Holds the number by which a partner knows the browser.'],
      ['pubmatic-pugt', 'PugT', 'marketing', '30 days', 'Keeps when numbers were last exchanged with partners.'],
    ],
    { domains: ['pubmatic.com'] },
  ),
  ...cookiesOf(
    'Index Exchange',
    [
      ['index-cmid', 'CMID', 'marketing', '1 year', 'Recognises browsers across sites, to sell ad space.'],
      ['index-cmps', 'CMPS', 'marketing', '90 days', 'Notes which partners know the browser by a number of their own.'],
    ],
    { domains: ['casalemedia.com'] },
  ),
  ...cookiesOf('Quantcast', [['quantcast-qca', '__qca', 'marketing', '13 months', 'Estimates which audience the visitor belongs to, for statistics and ads.']]),
  ...cookiesOf('Taboola', [['taboola-gid', 't_gid', 'marketing', '1 year', 'Recognises browsers, to recommend content and ads.']], {
    domains: ['taboola.com'],
  }),
  ...cookiesOf('Outbrain', [['outbrain-obuid', 'obuid', 'marketing', '90 days', 'Recognises browsers, to recommend content and ads.']], {
    domains: ['outbrain.com'],
  }),
  ...cookiesOf('Lotame', [
    ['lotame-id', '_cc_id', 'marketing', '9 months', 'Recognises browsers, to put them into audiences for advertisers.'],
    ['lotame-panorama', 'panoramaId', 'marketing', '7 days', 'Recognises browsers where cookies of other sites are blocked.'],
  ]),
  ...cookiesOf('LiveIntent', [
    ['liveintent-lc2-fpi', '_lc2_fpi', 'marketing', '2 years', 'Recognises the browser on this site, to match it to advertisers’ lists.'],
    ['liveintent-dcdm', '_li_dcdm_c', 'marketing', 'Session', 'Finds the widest domain that a cookie can be set on.'],
  ]),
  ...cookiesOf(
    'LiveRamp',
    [
      ['liveramp-rlas3', 'rlas3', 'marketing', '1 year', 'Recognises browsers, to match them to advertisers’ lists.'],
      ['liveramp-pxrc', 'pxrc', 'marketing', '60 days', 'Notes which partners have exchanged numbers.'],
    ],
    { domains: ['rlcdn.com'] },
  ),
  ...cookiesOf(
    'Adobe Audience Manager',
    [
      ['adobe-demdex', 'demdex', 'marketing', '180 days', 'Recognises browsers across sites, to put them into audiences.'],
      ['adobe-dpm', 'dpm', 'marketing', '180 days', 'Shows that numbers are exchanged with partners.'],
      ['adobe-dextp', 'dextp', 'marketing', '180 days', 'Keeps when numbers were last exchanged with each partner.'],
    ],
    { domains: ['demdex.net'] },
  ),
  ...cookiesOf('Adobe Advertising Cloud', [['adobe-everest', 'everest_g_v2', 'marketing', '2 years', 'Recognises browsers that have clicked on an ad.']], {
    domains: ['everesttech.net'],
  }),
  ...cookiesOf(
    'Oracle BlueKai',
    [
      ['bluekai-bku', 'bku', 'marketing', '180 days', 'Recognises browsers, to put them into audiences (service discontinued).'],
      ['bluekai-bkpa', 'bkpa', 'marketing', '180 days', 'Keeps facts for audiences (service discontinued).'],
    ],
    { domains: ['bluekai.com'] },
  ),
  ...cookiesOf(
    'Tapad',
    [
      ['tapad-did', 'TapAd_DID', 'marketing', '60 days', 'Joins several devices of one person, for advertising.'],
      ['tapad-ts', 'TapAd_TS', 'marketing', '60 days', 'Keeps when the device was first seen.'],
    ],
    { domains: ['tapad.com'] },
  ),
  ...cookiesOf('Teads', [['teads-viewer', 'tt_viewer', 'marketing', '1 year', 'Recognises browsers across sites, to choose ads.']], { domains: ['teads.tv'] }),
  ...cookiesOf(
    'Yahoo',
    [
      ['yahoo-a3', 'A3', 'marketing', '1 year', 'Recognises browsers across sites, to choose and measure ads.'],
      ['yahoo-idsync', 'IDSYNC', 'marketing', '1 year', 'Notes which partners know the browser by a number of their own.'],
    ],
    { domains: ['yahoo.com'] },
  ),
  ...cookiesOf('RTB House', [
    ['rtb-house-lid', '__rtbh.lid', 'marketing', '1 year', 'Recognises the browser on this site, to show it ads again.'],
    ['rtb-house-uid', '__rtbh.uid', 'marketing', '1 year', 'Joins the browser to an account on this site, for ads.'],
  ]),
  ...cookiesOf('Awin', [
    ['awin-m', '_aw_m_*', 'marketing', '30 days', 'Keeps which affiliate’s link led here, so that a purchase can be put down to it.'],
    ['awin-sn', '_aw_sn_*', 'marketing', '30 days', 'The same within one session.'],
  ]),
  ...cookiesOf('CJ Affiliate', [
    ['cj-cje', 'cje', 'marketing', '13 months', 'Keeps which affiliate’s link led here, so that a purchase can be put down to it.'],
    ['cj-consent', 'cjConsent', 'necessary', '1 year', 'Keeps the visitor’s choice on affiliate cookies.'],
  ]),
  ...cookiesOf('impact.com', [
    ['impact-gbd', 'IR_gbd', 'marketing', 'Session', 'Finds the domain that cookies are set on.'],
    ['impact-pi', 'IR_PI', 'marketing', '1 year', 'Puts purchases down to the affiliate or ad that led here.'],
  ]),
  ...cookiesOf('HubSpot', [
    ['hubspot-hstc', '__hstc', 'analytics', '6 months', 'Tells visitors apart and keeps the times of their first, last and current visit.'],
    ['hubspot-utk', 'hubspotutk', 'marketing', '6 months', 'Recognises visitors when they send a form, so that the contact is not made twice.'],
    ['hubspot-hssc', '__hssc', 'analytics', '30 minutes', 'Counts page views of the current session.'],
    ['hubspot-hssrc', '__hssrc', 'analytics', 'Session', 'Shows whether the browser was started anew.'],
    ['hubspot-opt-out', '__hs_opt_out', 'necessary', '6 months', 'Keeps the cookie banner from asking again.'],
    ['hubspot-dnt', '__hs_do_not_track', 'necessary', '6 months', 'Keeps anything from being sent to HubSpot about this visitor.'],
    ['hubspot-initial', '__hs_initial_opt_in', 'necessary', '7 days', 'Keeps the cookie banner from always appearing under strict settings.'],
    ['hubspot-cat-pref', '__hs_cookie_cat_pref', 'necessary', '6 months', 'Keeps which categories of cookies the visitor has accepted.'],
    ['hubspot-messages', 'messagesUtk', 'functional', '6 months', 'Recognises visitors who chat, so that the conversation goes on.'],
    ['hubspot-open', 'hs-messages-is-open', 'functional', '30 minutes', 'Remembers whether the chat window is open.'],
    ['hubspot-lang', 'hs_langswitcher_choice', 'preferences', '2 years', 'Remembers the language that was chosen.'],
  ]),
  ...cookiesOf('Adobe Marketo Engage', [
    ['marketo-trk', '_mkto_trk', 'marketing', '2 years', 'Recognises visitors and joins what they do to contacts that are known by e-mail.'],
  ]),
  ...cookiesOf('Salesforce Account Engagement', [
    ['pardot-visitor', 'visitor_id*', 'marketing', '1 year', 'Recognises visitors and joins what they do to contacts (formerly Pardot).'],
    ['pardot-lpv', 'lpv*', 'marketing', '30 minutes', 'Keeps a page from being counted twice in one session (formerly Pardot).'],
  ]),
  ...cookiesOf('Oracle Eloqua', [
    ['eloqua', 'ELOQUA', 'marketing', '13 months', 'Recognises visitors and joins what they do to contacts.'],
    ['eloqua-status', 'ELQSTATUS', 'marketing', '13 months', 'Keeps the visitor’s choice on being followed.'],
  ]),
  ...cookiesOf('Mailchimp', [
    ['mailchimp-landing', 'mailchimp_landing_site', 'marketing', '1 year', 'Keeps the page on which the visitor came in.'],
    ['mailchimp-popup-closed', 'MCPopupClosed', 'preferences', '1 year', 'Does not show a sign-up form again after it was closed.'],
    ['mailchimp-popup-subscribed', 'MCPopupSubscribed', 'preferences', '1 year', 'Does not show a sign-up form to those who have subscribed.'],
  ]),
  ...cookiesOf('Klaviyo', [
    ['klaviyo-id', '__kla_id', 'marketing', '2 years', 'Recognises visitors who came from an e-mail or gave their address, and joins what they look at to it.'],
  ]),
  ...cookiesOf('ActiveCampaign', [
    ['activecampaign-enable', 'ac_enable_tracking', 'marketing', '30 days', 'Remembers that visitors may be followed.'],
    ['activecampaign-prism', 'prism_*', 'marketing', '30 days', 'Recognises visitors and joins what they do to contacts.'],
  ]),
  ...cookiesOf('Brevo', [['brevo-cuid', 'sib_cuid', 'marketing', '6 months', 'Recognises visitors and joins what they do to contacts.']]),
  ...cookiesOf('Bloomreach', [
    ['bloomreach-etc', '__exponea_etc__', 'marketing', '3 years', 'Recognises visitors, to adapt content and messages to them.'],
    ['bloomreach-time', '__exponea_time2__', 'functional', '1 hour', 'Keeps the difference between the browser’s clock and the server’s.'],
  ]),
  ...cookiesOf('SAP Emarsys', [
    ['emarsys-visitor', 'scarab.visitor', 'marketing', '1 year', 'Recognises visitors, to recommend products to them.'],
    ['emarsys-profile', 'scarab.profile', 'marketing', '1 year', 'Keeps what the visitor has looked at.'],
  ]),
  ...cookiesOf('Attentive', [
    ['attentive-id', '__attentive_id', 'marketing', '1 year', 'Recognises visitors, to send them messages that they have asked for.'],
    ['attentive-pv', '__attentive_pv', 'marketing', '30 minutes', 'Counts page views of the current session.'],
  ]),
  ...cookiesOf('6sense', [
    ['6sense-visitor', '_gd_visitor', 'marketing', '2 years', 'Recognises visitors, to find out which company they come from.'],
    ['6sense-session', '_gd_session', 'marketing', '4 hours', 'Keeps together what happens in one session.'],
  ]),
  ...cookiesOf('Dealfront', [
    ['leadfeeder-lfa', '_lfa', 'marketing', '2 years', 'Recognises visitors, to find out which company they come from (Leadfeeder).'],
  ]),
  ...cookiesOf('ZoomInfo', [['zoominfo-zitok', '_zitok', 'marketing', '1 year', 'Recognises visitors, to find out which company they come from.']]),
  ...cookiesOf('Bazaarvoice', [
    ['bazaarvoice-brand', 'BVBRANDID', 'analytics', '1 year', 'Measures on this site whether visitors who read reviews buy.'],
    ['bazaarvoice-session', 'BVBRANDSID', 'analytics', '30 minutes', 'The same within one session.'],
  ]),
  ...cookiesOf('Algolia', [['algolia', '_ALGOLIA', 'analytics', '6 months', 'Measures which search results visitors click, without knowing who they are.']]),
  ...cookiesOf('Nosto', [['nosto-cid', '2c.cId', 'marketing', '1 year', 'Recognises visitors, to recommend products to them.']]),
  ...cookiesOf('OptinMonster', [
    ['optinmonster-vp', '_omappvp', 'marketing', '11 years', 'Shows whether the visitor has been here before, to decide on pop-ups.'],
    ['optinmonster-vs', '_omappvs', 'marketing', '20 minutes', 'The same within one session.'],
  ]),
];
