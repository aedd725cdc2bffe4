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
        "displayValue": "Everything that Global Privacy Control does not deny"
      }
    ],
    "simpleValueType": true,
    "defaultValue": "necessary",
    "help": "The European Union and many other places require the first."
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
const copyFromWindow = require('copyFromWindow');
const getCookieValues = require('getCookieValues');
const getTimestampMillis = require('getTimestampMillis');
const gtagSet = require('gtagSet');
const setDefaultConsentState = require('setDefaultConsentState');
const updateConsentState = require('updateConsentState');

const includes = (text, part) => text.indexOf(part) !== -1;

// First letters of the purposes that a choice grants and no category of it refuses; undefined without a choice.
const readPurposes = (value, gpc) => {
  const fields = (value || '').split('.');
  if (fields[0] !== '1' || fields.length < 7) return undefined;
  const flags = fields[5];
  const mode = flags.charAt(0);
  const detected = includes(flags, 'g');
  const isSignalled = mode !== '0' && (gpc || detected);
  const grantsStand = detected && (mode === '1' || includes(flags, 'v'));
  let granted = '';
  let refused = '';
  fields[6].split('!').forEach((category) => {
    const text = category.split('~')[1] || '';
    const state = text.charAt(0);
    const listens = text.charAt(1) === 'l';
    const purposes = text.substring(listens ? 2 : 1);
    const isDenied = listens && isSignalled && !(state === 'g' && grantsStand);
    if ((state === 'm' || state === 'g' || state === 'p') && !isDenied) granted += purposes;
    else refused += purposes;
  });
  return ['n', 'f', 'p', 'a', 'm']
    .filter((purpose) => includes(granted, purpose) && !includes(refused, purpose))
    .join('');
};

// The cookie that counts: the newest, of two from the same minute the one that grants less. One from more than a day in
// the future is the last resort.
const chooseCookie = (values) => {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
  const read = (value, at) =>
    (value.split('.')[at] || '').split('').reduce((sum, digit) => sum * 36 + digits.indexOf(digit), 0);
  const now = getTimestampMillis() / 60000;
  const toRank = (value) => (read(value, 3) < now + 1440 ? read(value, 3) * 1000 : 0) - value.split('~g').length;
  return values.filter((value) => read(value, 4) > now).sort((a, b) => toRank(b) - toRank(a))[0];
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

const gpc = copyFromWindow('navigator.globalPrivacyControl') === true;
const chosen = readPurposes(chooseCookie(getCookieValues(data.cookieName)), gpc);
const before = data.grantedBefore === 'all' ? (gpc ? 'nfpa' : 'nfpam') : 'n';
const consent = toConsent(chosen === undefined ? before : chosen);

gtagSet('ads_data_redaction', consent.ad_storage === 'denied');
if (copyFromDataLayer('event') === 'consent') {
  if (chosen !== undefined) updateConsentState(consent);
} else {
  consent.wait_for_update = chosen === undefined ? data.waitMs * 1 : 0;
  setDefaultConsentState(consent);
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
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "navigator.globalPrivacyControl"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
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
