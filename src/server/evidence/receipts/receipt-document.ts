import type { PdfBlock, PdfDocument, PdfFact, PdfTable, PdfText, Tone } from '#platform/pdf/pdf-document';
import { canonicalLocale, joinSentences, textDirection } from '#standards/locale/index';
import {
  type ConsentReceipt,
  fillLabel,
  type ReceiptEvent,
  type ReceiptLabels,
  type ReceiptPurpose,
  readSignal,
  receiptLabels,
} from '#standards/receipt/index';
import type { Notice } from './notice-reader';
import { plainText } from './plain-text';
import { getWords, type Words } from './receipt-words';

/**
 * Greatest length of the lists in a printed receipt (characters); the machine-readable one contains the rest.
 */
const budgetOfLists = 120_000;
const maxRows = 100;
const maxEvents = 40;
const maxSignal = 1200;
const maxRecipients = 60;

/**
 * Returns a receipt for people to read, in the language that the visitor's browser asked for: English labels
 * where there are none in it, while the operator's texts are in the language of the notice.
 */
export function receiptDocument(receipt: ConsentReceipt, notice: Notice | null): PdfDocument {
  const locale = canonicalLocale(receipt.locale) ?? 'en';
  const labels = receiptLabels(locale);
  const words = getWords(labels, locale);
  const spend = createBudget(budgetOfLists);
  const { fields, sections } = labels;
  const newest = receipt.events.at(-1);
  const device = newest?.device ?? null;
  return {
    locale: words.isFallback ? labels.locale : locale,
    direction: textDirection(locale),
    title: labels.title,
    issuer: getIssuer(receipt),
    lead: fillLabel(labels.lead, { date: words.date(receipt.decidedAt) }),
    blocks: [
      { type: 'heading', text: sections.choices },
      ...receipt.purposes.map((purpose) =>
        choiceBlock(purpose, labels, textDirection(receipt.language), spend),
      ),
      { type: 'heading', text: sections.withdrawal },
      { type: 'paragraph', text: { text: labels.withdrawal } },
      ...(receipt.withdrawalUrl === null
        ? []
        : [{ type: 'paragraph' as const, text: address(receipt.withdrawalUrl) }]),
      { type: 'heading', text: sections.responsible },
      { type: 'facts', rows: responsibleFacts(receipt, labels) },
      { type: 'heading', text: sections.record },
      {
        type: 'facts',
        rows: [
          fact(fields.decided, words.time(receipt.decidedAt)),
          ...(newest === undefined ? [] : [fact(fields.recordedBy, labels.by[recorderOf(newest)])]),
          fact(fields.status, labels.status[getStatus(receipt)]),
          ...(receipt.validity.expiresAt === null
            ? []
            : [fact(fields.validUntil, words.date(receipt.validity.expiresAt))]),
          fact(fields.gpc, { ...labels.gpc, unknown: labels.unknown }[readSignal(receipt)]),
          fact(fields.place, words.place(receipt.place) ?? labels.unknown),
          { label: fields.law, value: named(receipt.law ?? labels.unknown) },
          ...(receipt.complianceGroup === null
            ? []
            : [{ label: fields.rules, value: code(receipt.complianceGroup) }]),
          { label: fields.record, value: code(receipt.record_id) },
          { label: fields.receipt, value: code(receipt.receipt_id) },
          { label: fields.visitor, value: code(receipt.pii_principal_id) },
          ...(device === null ? [] : [{ label: fields.device, value: code(device) }]),
        ],
      },
      { type: 'heading', text: sections.notice },
      ...noticeBlocks(receipt, notice, labels, words),
      ...signalBlocks(receipt, labels),
      { type: 'heading', text: sections.history },
      ...historyBlocks(receipt, labels, words),
      { type: 'paragraph', text: { text: describeForm(receipt, labels) }, tone: 'muted' },
    ],
    creator: 'express-consent',
    footer: { text: fillLabel(labels.issued, { date: words.time(receipt.issuedAt) }), page: labels.page },
    createdAt: Date.parse(receipt.issuedAt),
  };
}

/** A receipt without a mandatory field does not conform to the standard. */
function describeForm({ missingFields }: ConsentReceipt, labels: ReceiptLabels): string {
  const sentences = [...(missingFields.length === 0 ? [labels.standard] : []), labels.machineReadable];
  return joinSentences(sentences, labels.locale);
}

const code = (text: string): PdfText => ({ text, kind: 'code' });
const fact = (label: string, text: string): PdfFact => ({ label, value: { text } });
/** Returns text such as a name, whose language may differ from that of the text around it. */
const named = (text: string): PdfText => ({ text, direction: 'auto' });

function recorderOf({ by, ownershipProven }: ReceiptEvent): keyof ReceiptLabels['by'] {
  return by === 'visitor' && !ownershipProven ? 'unproven' : by;
}

type Direction = ReturnType<typeof textDirection>;

/** Only addresses that a browser opens as a page or an e-mail become links. */
function address(url: string): PdfText {
  return /^(?:https?:\/\/|mailto:)[\x21-\x7e]+$/i.test(url) ? { ...code(url), link: url } : code(url);
}

function getIssuer({ party_identification }: ConsentReceipt): string | null {
  return party_identification.find(({ party_role }) => party_role === 'PII controller')?.party_name ?? null;
}

function responsibleFacts(
  { party_identification }: ConsentReceipt,
  { fields, unknown, noRecipients, more }: ReceiptLabels,
): PdfFact[] {
  const controller = party_identification.find(({ party_role }) => party_role === 'PII controller');
  const recipients = party_identification
    .filter(({ party_role }) => party_role === 'Third party')
    .map(({ party_name }) => party_name);
  const shown = recipients.slice(0, maxRecipients);
  const left = recipients.length - shown.length;
  const list = [...shown, ...(left > 0 ? [fillLabel(more, { count: String(left) })] : [])].join(', ');
  return [
    { label: fields.controller, value: named(controller?.party_name ?? unknown) },
    ...(controller?.party_address ? [{ label: fields.address, value: named(controller.party_address) }] : []),
    ...(controller?.party_contact
      ? [{ label: fields.contact, value: contact(controller.party_contact) }]
      : []),
    { label: fields.recipients, value: shown.length === 0 ? { text: noRecipients } : named(list) },
  ];
}

function contact(text: string): PdfText {
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return { ...address(`mailto:${text}`), text };
  return /^https?:\/\//i.test(text) ? address(text) : named(text);
}

function getStatus({ validity }: ConsentReceipt): keyof ReceiptLabels['status'] {
  return validity.valid ? 'valid' : ((validity.reason ?? 'expired') as keyof ReceiptLabels['status']);
}

function choiceBlock(
  purpose: ReceiptPurpose,
  labels: ReceiptLabels,
  direction: Direction,
  spend: Spend,
): PdfBlock {
  const { purpose: heading, description } = purpose;
  // Only the visitor's page names a category that the notice does not have.
  const known = purpose.legalBasis !== null || description !== null || purpose.parameters.length > 0;
  const basis = purpose.legalBasis;
  const shown = description !== null && spend(description.length) ? description : null;
  const { table, left } = cookieTable(purpose, labels, spend);
  const notes = [
    ...(purpose.limitedBy === null ? [] : [labels.limitedBy[purpose.limitedBy]]),
    ...(left > 0 ? [fillLabel(labels.more, { count: String(left) })] : []),
    ...(shown === null && description !== null ? [labels.shortened] : []),
  ];
  return {
    type: 'choice',
    heading: known ? { text: heading, direction } : code(heading),
    state: describeState(purpose, labels),
    description: shown === null ? null : { text: shown, direction },
    facts: [
      ...(basis === null || !Object.hasOwn(labels.bases, basis)
        ? []
        : [fact(labels.fields.basis, labels.bases[basis as keyof typeof labels.bases])]),
      ...(purpose.exception === undefined ? [] : [fact(labels.fields.law, purpose.exception)]),
      ...(purpose.purpose_type === null
        ? []
        : [fact(labels.fields.purpose, purposeTypes(purpose.purpose_type, labels))]),
      ...(purpose.services ?? []).map(({ name, allowed, limitedBy }) => {
        const answer = labels.choices[allowed === null ? 'none' : allowed ? 'granted' : 'denied'];
        return fact(name, limitedBy === null ? answer : `${answer}. ${labels.limitedBy[limitedBy]}`);
      }),
    ],
    table,
    note: notes.length === 0 ? null : joinSentences(notes, labels.locale),
  };
}

function describeState(
  { choice, legalBasis }: ReceiptPurpose,
  { choices }: ReceiptLabels,
): { text: string; tone: Tone } {
  if (legalBasis === 'mandatory') return { text: choices.alwaysOn, tone: 'neutral' };
  if (choice === null) return { text: choices.none, tone: 'neutral' };
  return { text: choices[choice], tone: choice === 'granted' ? 'yes' : 'no' };
}

function purposeTypes(types: string, { purposes }: ReceiptLabels): string {
  return types
    .split(', ')
    .map((type) => (Object.hasOwn(purposes, type) ? purposes[type as keyof typeof purposes] : type))
    .join(', ');
}

function cookieTable(
  { parameters }: ReceiptPurpose,
  { cookies }: ReceiptLabels,
  spend: Spend,
): { table: PdfTable | null; left: number } {
  const rows: PdfText[][] = [];
  for (const { name, provider, duration, description } of parameters.slice(0, maxRows)) {
    if (!spend([name, provider, duration, description].join('').length)) break;
    rows.push([
      named(description === null ? name : `${name}\n${description}`),
      named(provider ?? '–'),
      named(duration ?? '–'),
    ]);
  }
  const table =
    rows.length === 0
      ? null
      : { head: [cookies.name, cookies.provider, cookies.duration], widths: [5, 3, 2.4], rows };
  return { table, left: parameters.length - rows.length };
}

function noticeBlocks(
  receipt: ConsentReceipt,
  notice: Notice | null,
  labels: ReceiptLabels,
  words: Words,
): PdfBlock[] {
  if (receipt.noticeStatus === 'imported')
    return [{ type: 'paragraph', text: { text: labels.noticeImported } }];
  const { fields } = labels;
  const facts: PdfFact[] = [
    fact(fields.language, words.language(receipt.language)),
    {
      label: fields.version,
      value: code(`${receipt.profileId} / ${receipt.profileVersion}${receipt.variant ?? ''}`),
    },
    { label: fields.address, value: address(receipt.privacy_notice) },
    ...(receipt.noticeSha256 === null ? [] : [{ label: fields.hash, value: code(receipt.noticeSha256) }]),
  ];
  if (notice === null || receipt.noticeStatus !== 'saved')
    return [
      {
        type: 'paragraph',
        text: { text: notice === null ? labels.noticeMissing : labels.noticeChanged },
      },
      { type: 'facts', rows: facts },
    ];
  const direction = textDirection(notice.language);
  const quoted = (text: string | null): PdfText | null => (text === null ? null : { text, direction });
  return [
    { type: 'quote', heading: quoted(notice.heading), text: quoted(notice.text) },
    { type: 'facts', rows: facts },
  ];
}

function signalBlocks({ tcString, gppString }: ConsentReceipt, labels: ReceiptLabels): PdfBlock[] {
  const signals = [
    ['IAB TCF', tcString],
    ['IAB GPP', gppString],
  ] as const;
  const rows = signals.flatMap(([label, value]) =>
    value === null
      ? []
      : [{ label, value: code(value.slice(0, maxSignal) + (value.length > maxSignal ? '…' : '')) }],
  );
  if (rows.length === 0) return [];
  const isShortened = signals.some(([, value]) => (value?.length ?? 0) > maxSignal);
  return [
    { type: 'heading', text: labels.sections.signals },
    { type: 'facts', rows },
    ...(isShortened
      ? [{ type: 'paragraph' as const, text: { text: labels.shortened }, tone: 'muted' as const }]
      : []),
  ];
}

/** Returns the events newest first, since people look for the last change. */
function historyBlocks(
  { events, earlierEvents, purposes }: ConsentReceipt,
  labels: ReceiptLabels,
  words: Words,
): PdfBlock[] {
  const shown = grantedAfter(events).slice(-maxEvents).reverse();
  const left = earlierEvents + events.length - shown.length;
  const serviceId = (key: string) => `service ${key}`;
  const headings = new Map(
    purposes.flatMap(({ categoryId, purpose, services = [] }) => [
      [categoryId, purpose] as const,
      ...services.map(({ key, name }) => [serviceId(key), name] as const),
    ]),
  );
  const allowed = (event: ReceiptEvent, categories: readonly string[]): PdfText => {
    const granted = [...categories, ...allowedServices(event, categories)];
    const names = granted.slice(0, 12).map((id) => plainText(headings.get(id) ?? id, 60) ?? id);
    // Ids without a heading come from the visitor's page.
    const kind = granted.every((id) => headings.has(id) && headings.get(id) !== id) ? 'text' : 'code';
    return {
      text: granted.length === 0 ? '–' : `${names.join(', ')}${granted.length > names.length ? ' …' : ''}`,
      kind,
      direction: 'auto',
    };
  };
  // Services of granted categories are allowed with them.
  const allowedServices = ({ services = {} }: ReceiptEvent, categories: readonly string[]) =>
    purposes
      .filter(({ categoryId }) => !categories.includes(categoryId))
      .flatMap((purpose) => purpose.services ?? [])
      .filter(({ key }) => services[key] === true)
      .map(({ key }) => serviceId(key));
  const { history } = labels;
  const hasDevices = shown.some(({ event }) => event.device !== null);
  return [
    {
      type: 'table',
      table: {
        head: [
          history.date,
          history.event,
          history.allowed,
          history.version,
          ...(hasDevices ? [labels.fields.device] : []),
        ],
        widths: [3.2, 3, 3.1, 1.2, ...(hasDevices ? [1.6] : [])],
        rows: shown.map(({ event, granted }) => [
          { text: words.shortTime(event.event_time) },
          { text: describeEvent(event, labels) },
          allowed(event, granted),
          { text: `${event.profileVersion}${event.variant ?? ''}` },
          ...(hasDevices ? [event.device === null ? { text: '–' } : code(event.device)] : []),
        ]),
      },
    },
    ...(left > 0
      ? [
          {
            type: 'paragraph' as const,
            text: { text: fillLabel(labels.more, { count: String(left) }) },
            tone: 'muted' as const,
          },
        ]
      : []),
  ];
}

/** Describes a decision, with who recorded it unless that was the visitor, as with most. */
function describeEvent(event: ReceiptEvent, labels: ReceiptLabels): string {
  const recorder = recorderOf(event);
  return [
    ...describeOutcome(event, labels),
    ...(event.objections.length > 0 ? [labels.choices.objected] : []),
    ...(recorder === 'visitor' ? [] : [labels.by[recorder]]),
  ].join('\n');
}

/** Returns the words for what became of consent; none for a decision that only objects to legitimate interest. */
function describeOutcome(
  { event_state, event_type, objections, choices }: ReceiptEvent,
  { events, choices: choiceLabels, fields }: ReceiptLabels,
): string[] {
  if (event_state !== 'dpv:ConsentUnknown' || event_type === 'dpv:NoticeCommunicated')
    return [events[event_state]];
  if (objections.length > 0) return [];
  return [Object.keys(choices).length === 0 ? choiceLabels.none : fields.decided];
}

/** Returns each event with everything that is granted after it: an event itself contains only the changes. */
function grantedAfter(
  events: readonly ReceiptEvent[],
): { readonly event: ReceiptEvent; readonly granted: readonly string[] }[] {
  const granted = new Set<string>();
  return events.map((event) => {
    for (const [category, choice] of Object.entries(event.choices)) {
      if (choice === 'granted') granted.add(category);
      else granted.delete(category);
    }
    return { event, granted: [...granted] };
  });
}

type Spend = (characters: number) => boolean;

function createBudget(total: number): Spend {
  let left = total;
  return (characters) => {
    if (characters > left) return false;
    left -= characters;
    return true;
  };
}
