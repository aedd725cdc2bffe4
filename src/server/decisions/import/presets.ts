import type { Mapping } from './mapping-schema';

/**
 * Mappings for the exports of other products, as plain data. docs/guide/import.md names the public
 * documentation that each is based on, and says where there is none.
 */
export const presets: ReadonlyMap<string, Partial<Mapping>> = new Map<string, Partial<Mapping>>([
  [
    // This service's own export, CSV or JSON, from another installation. Browsers can send any category.
    'express-consent',
    {
      visitorId: 'visitorId',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
      decision: { in: 'columns', prefix: 'consent.', others: ['consent', 'consentJson'] },
      asStored: true,
      noticeOnly: true,
      services: 'services',
      locale: 'locale',
      country: 'country',
      region: 'region',
      gpcDetected: 'gpcDetected',
      decidedWithSignal: 'decidedWithSignal',
      signalAt: 'signalAt',
      gpcOverride: 'gpcOverride',
      parentalConsent: 'parentalConsent',
      parentalDenied: 'parentalDenied',
      subjectId: 'subjectId',
      ageVerified: 'ageVerified',
      method: 'method',
      layer: 'layer',
      tcfString: 'tcfString',
      gppString: 'gppString',
    },
  ],
  [
    // The body of the Consent Receipts API.
    'onetrust',
    {
      visitorId: 'identifier',
      createdAt: 'interactionDate',
      decision: { in: 'entries', field: 'purposes', category: 'Id', state: 'TransactionType' },
      states: { granted: ['CONFIRMED'], denied: ['OPT_OUT', 'HARD_OPT_OUT', 'NOTGIVEN', 'WITHDRAWN'] },
      locale: 'language',
    },
  ],
  [
    // Fields of its consent cookie. `stamp` contains characters that visitor ids here cannot have.
    'cookiebot',
    {
      visitorId: 'stamp',
      visitorIds: 'hash',
      createdAt: 'utc',
      decision: { in: 'columns' },
      categories: {
        necessary: 'necessary',
        preferences: 'preferences',
        statistics: 'analytics',
        marketing: 'marketing',
      },
      country: 'region',
    },
  ],
  [
    // The consent history that the Admin Interface exports as CSV: a row for each data processing service.
    'usercentrics',
    {
      visitorId: 'Controller ID',
      createdAt: 'Timestamp',
      decision: { in: 'rows', category: 'Data Processing Service ID', state: 'Consent Given' },
    },
  ],
  [
    // Events of the batch export.
    'didomi',
    {
      visitorId: 'user.id',
      createdAt: 'created_at',
      decision: { in: 'entries', field: 'consents.purposes', category: 'id', state: 'enabled' },
    },
  ],
  [
    // Rows of its table `consent`.
    'c15t',
    {
      visitorId: 'subjectId',
      createdAt: 'givenAt',
      decision: { in: 'list', field: 'purposeIds' },
      tcfString: 'tcString',
    },
  ],
  [
    // The content of its cookie, with a visitor and a time added.
    'klaro',
    { visitorId: 'visitorId', createdAt: 'createdAt', decision: { in: 'object', field: 'consents' } },
  ],
]);
