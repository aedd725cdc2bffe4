___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "express-consent",
  "categories": [
    "TAG_MANAGEMENT",
    "UTILITY"
  ],
  "brand": {
    "id": "brand_dummy",
    "displayName": ""
  },
  "description": "Sets the defaults of consent mode from the choice cookie of express-consent, and updates them after each decision.",
  "containerContexts": [
    "WEB"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "cookieName",
    "displayName": "Name of the choice cookie",
    "simpleValueType": true,
    "defaultValue": "svc_choice",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "gpc",
    "displayName": "Global Privacy Control",
    "simpleValueType": true,
    "help": "A variable of the type JavaScript Variable with the global variable name navigator.globalPrivacyControl. Any other text counts as the signal.",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      }
    ]
  },
  {
    "type": "SELECT",
    "name": "grantedBefore",
    "displayName": "Granted before a choice",
    "macrosInSelect": false,
    "selectItems": [
      {
        "value": "necessary",
        "displayValue": "Only what is necessary"
      },
      {
        "value": "all",
        "displayValue": "Everything, except where visitors are asked first and under Global Privacy Control"
      }
    ],
    "simpleValueType": true,
    "defaultValue": "necessary",
    "help": "The European Union and many other places require the first."
  },
  {
    "type": "TEXT",
    "name": "regions",
    "displayName": "Places that ask first",
    "simpleValueType": true,
    "defaultValue": "AD, AE, AG, AL, AM, AO, AR, AT, AX, AZ, BA, BB, BD, BE, BF, BG, BH, BJ, BL, BQ, BR, BV, BW, BY, CA, CA-QC, CD, CF, CG, CI, CL, CM, CN, CO, CR, CU, CV, CW, CY, CZ, DE, DK, DO, DZ, EC, EE, EG, EH, ES, ET, FI, FO, FR, GA, GB, GE, GF, GG, GH, GI, GM, GN, GP, GQ, GR, HR, HU, ID, IE, IM, IN, IS, IT, JE, JM, JO, KE, KG, KR, KW, KY, KZ, LA, LI, LS, LT, LU, LV, MA, MC, MD, ME, MF, MG, MK, ML, MN, MO, MQ, MR, MT, MU, MW, NC, NE, NG, NI, NL, NO, NP, OM, PA, PE, PF, PH, PL, PM, PT, PY, QA, RE, RO, RS, RU, RW, SA, SC, SE, SI, SJ, SK, SM, SN, SO, ST, SV, SX, SZ, TD, TF, TG, TH, TJ, TM, TN, TR, TZ, UA, UG, UY, UZ, VG, VN, WF, XK, YT, ZA, ZM, ZW",
    "help": "ISO 3166 codes with commas between, such as DE or CA-QC. In these places nothing optional is granted before a choice, whatever is granted elsewhere. The list is that of the built-in table of laws when you imported this template, with the places whose law will ask first."
  },
  {
    "type": "TEXT",
    "name": "waitMs",
    "displayName": "How long tags wait for a choice (ms)",
    "simpleValueType": true,
    "defaultValue": 500,
    "valueValidators": [
      {
        "type": "NON_NEGATIVE_NUMBER"
      }
    ]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const copyFromDataLayer = require('copyFromDataLayer');
const getCookieValues = require('getCookieValues');
const getTimestampMillis = require('getTimestampMillis');
const gtagSet = require('gtagSet');
const setDefaultConsentState = require('setDefaultConsentState');
const updateConsentState = require('updateConsentState');

const includes = (text, part) => text.indexOf(part) !== -1;
const isMadeOf = (text, signs) => text !== '' && text.split('').every((sign) => includes(signs, sign));

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const signs = digits + 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_*-';

const readMinutes = (text) => text.split('').reduce((sum, digit) => sum * 36 + digits.indexOf(digit), 0);
const readCategories = (fields) => (fields[6] === '' ? [] : fields[6].split('!').map((text) => text.split('~')));

// Another version, a cookie that was cut, and other texts are no choices.
const isChoice = (fields) =>
  fields[0] === '1' &&
  fields.length > 6 &&
  fields.length < 10 &&
  isMadeOf(fields[1], signs) &&
  isMadeOf(fields[2], signs) &&
  isMadeOf(fields[3], digits) &&
  isMadeOf(fields[4], digits) &&
  isMadeOf(fields[5].charAt(0), '012') &&
  isMadeOf(fields[5], '012gvaof') &&
  readCategories(fields).every(
    (parts) =>
      parts.length === 2 &&
      isMadeOf(parts[0], signs) &&
      isMadeOf(parts[1].charAt(0), 'mgdopu') &&
      isMadeOf('l' + parts[1].substring(1), 'lnfpam')
  );

// The choice that counts: the newest, of two from the same minute the one that grants less. One from more than a day in
// the future is the last resort.
const findChoice = (values) => {
  const now = getTimestampMillis() / 60000;
  const toRank = (fields) =>
    (readMinutes(fields[3]) < now + 1440 ? readMinutes(fields[3]) * 1000 : 0) - fields[6].split('~g').length;
  return values
    .map((value) => value.split('.'))
    .filter((fields) => isChoice(fields) && readMinutes(fields[4]) > now)
    .sort((a, b) => toRank(b) - toRank(a))[0];
};

// First letters of the purposes that a choice grants and no category of it refuses.
const readPurposes = (choice, gpc) => {
  const flags = choice[5];
  const mode = flags.charAt(0);
  const detected = includes(flags, 'g');
  const isSignalled = mode !== '0' && (gpc || detected);
  const grantsStand = detected && (mode === '1' || includes(flags, 'v'));
  let granted = '';
  let refused = '';
  readCategories(choice).forEach((parts) => {
    const state = parts[1].charAt(0);
    const listens = parts[1].charAt(1) === 'l';
    const purposes = parts[1].substring(listens ? 2 : 1);
    const isDenied = listens && isSignalled && !(state === 'g' && grantsStand);
    if ((state === 'm' || state === 'g' || state === 'p') && !isDenied) granted += purposes;
    else refused += purposes;
  });
  return ['n', 'f', 'p', 'a', 'm']
    .filter((purpose) => includes(granted, purpose) && !includes(refused, purpose))
    .join('');
};

const toConsent = (purposes) => {
  const answer = (isGranted) => (isGranted ? 'granted' : 'denied');
  const marketing = answer(includes(purposes, 'm'));
  return {
    ad_storage: marketing,
    ad_user_data: marketing,
    ad_personalization: marketing,
    analytics_storage: answer(includes(purposes, 'a')),
    functionality_storage: answer(includes(purposes, 'f') || includes(purposes, 'p')),
    personalization_storage: answer(includes(purposes, 'p')),
    security_storage: 'granted'
  };
};

const setDefault = (purposes, wait, regions) => {
  const consent = toConsent(purposes);
  consent.wait_for_update = wait;
  if (regions) consent.region = regions;
  setDefaultConsentState(consent);
};

// The template cannot read `navigator` itself: Tag Manager gives no permission for globals of the browser.
const gpc = !!data.gpc && data.gpc !== 'false';
const choice = findChoice(getCookieValues(data.cookieName));

// Acts only while ad_storage is denied.
gtagSet('ads_data_redaction', true);
if (copyFromDataLayer('event') === 'consent') {
  if (choice) updateConsentState(toConsent(readPurposes(choice, gpc)));
} else if (choice) {
  setDefault(readPurposes(choice, gpc), 0);
} else {
  const wait = data.waitMs * 1;
  const regions = (data.regions || '')
    .split(',')
    .map((place) => place.trim().toUpperCase())
    .filter((place) => place !== '');
  const isGranted = data.grantedBefore === 'all' && !gpc;
  if (isGranted && regions.length > 0) setDefault('n', wait, regions);
  setDefault(isGranted ? 'nfpam' : 'n', wait);
}
data.gtmOnSuccess();


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_user_data"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_personalization"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "security_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "get_cookies",
        "versionId": "1"
      },
      "param": [
        {
          "key": "cookieAccess",
          "value": {
            "type": 1,
            "string": "any"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "read_data_layer",
        "versionId": "1"
      },
      "param": [
        {
          "key": "allowedKeys",
          "value": {
            "type": 1,
            "string": "specific"
          }
        },
        {
          "key": "keyPatterns",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "event"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "write_data_layer",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keyPatterns",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "ads_data_redaction"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]


___TESTS___

scenarios: []


___NOTES___

Fires on Consent Initialization and on the custom event "consent".
