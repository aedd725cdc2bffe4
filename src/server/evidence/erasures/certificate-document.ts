import type { ErasureCertificate } from '#decisions/consent/index';
import type { PdfBlock, PdfDocument, PdfFact, PdfText } from '#platform/pdf/pdf-document';
import type { ErasureLabels } from '#standards/erasure/index';
import { textDirection } from '#standards/locale/index';
import { fillLabel } from '#standards/receipt/index';
import { getWords } from '../receipts';

/** Greatest number of visitors in a printed certificate; the machine-readable one has the rest. */
const maxRows = 200;

export interface CertificateSetting {
  readonly labels: ErasureLabels;
  /** Name of the controller or the site. */
  readonly issuer: string | null;
  /** Address at which the certificate can be downloaded again. */
  readonly address: string;
  /** Time of issue (epoch ms). */
  readonly now: number;
}

/** Returns a certificate of an erasure for people to read. Its facts are those of the machine-readable one. */
export function certificateDocument(
  certificate: ErasureCertificate,
  { labels, issuer, address, now }: CertificateSetting,
): PdfDocument {
  const { title, leads, sections, fields, locale } = labels;
  const words = getWords(labels, locale);
  const erasedAt = words.time(certificate.erasedAt);
  return {
    locale,
    direction: textDirection(locale),
    title,
    issuer,
    // Certificates of earlier versions do not say it.
    lead: fillLabel(leads[certificate.complete === false ? 'incomplete' : certificate.scope], {
      date: words.date(certificate.erasedAt),
    }),
    blocks: [
      {
        type: 'facts',
        rows: [
          { label: fields.number, value: code(certificate.id) },
          { label: fields.erasedAt, value: { text: erasedAt } },
        ],
      },
      heading(sections.erased),
      { type: 'facts', rows: erasedFacts(certificate, labels) },
      heading(sections.request),
      { type: 'facts', rows: requestFacts(certificate, labels) },
      heading(sections.kept),
      ...keptBlocks(certificate, labels),
      heading(sections.verify),
      { type: 'paragraph', text: { text: labels.verify } },
      {
        type: 'facts',
        rows: [
          { label: fields.number, value: code(certificate.id) },
          { label: fields.code, value: code(inGroups(certificate.code)) },
          { label: fields.address, value: { ...code(address), link: address } },
        ],
      },
      heading(sections.visitors),
      ...visitorBlocks(certificate, labels),
    ],
    creator: 'express-consent',
    footer: {
      text: fillLabel(labels.issued, { date: words.time(new Date(now).toISOString()) }),
      page: labels.page,
    },
    createdAt: now,
  };
}

const heading = (text: string): PdfBlock => ({ type: 'heading', text });
const code = (text: string): PdfText => ({ text, kind: 'code' });
const note = (text: string): PdfBlock => ({ type: 'paragraph', text: { text }, tone: 'muted' });
/** Text that an operator wrote, in whatever language. */
const written = (text: string): PdfText => ({ text, direction: 'auto' });

/** Returns a code in groups of four, so that people can type it. */
const inGroups = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? text;

function erasedFacts({ erased }: ErasureCertificate, { fields }: ErasureLabels): PdfFact[] {
  const number = (label: string, count: number): PdfFact => ({ label, value: { text: String(count) } });
  return [
    number(fields.visitors, erased.visitors),
    number(fields.records, erased.records),
    number(fields.states, erased.states),
    number(fields.parentalRequests, erased.parentalRequests),
  ];
}

function requestFacts(
  { by, ownershipProven, userEmail, apiKeyId, reason }: ErasureCertificate,
  labels: ErasureLabels,
): PdfFact[] {
  const { fields } = labels;
  // Both, where a key acted for an operator.
  const who = [userEmail, apiKeyId].filter((name) => name !== null).join(', ');
  return [
    { label: fields.askedBy, value: { text: labels.by[ownershipProven === false ? 'unproven' : by] } },
    ...(who === '' ? [] : [{ label: fields.operator, value: code(who) }]),
    ...(reason === null ? [] : [{ label: fields.reason, value: written(reason) }]),
  ];
}

function keptBlocks({ kept }: ErasureCertificate, labels: ErasureLabels): PdfBlock[] {
  return [
    ...kept.flatMap(({ what, legalBases }): PdfBlock[] => [
      { type: 'paragraph', text: { text: labels.kept[what] } },
      {
        type: 'facts',
        rows: [{ label: labels.fields.basis, value: { text: legalBases.join(', '), direction: 'ltr' } }],
      },
    ]),
    note(labels.statistics),
    note(labels.backups),
  ];
}

function visitorBlocks(
  { visitors, visitorsLeftOut, subjectHash }: ErasureCertificate,
  labels: ErasureLabels,
): PdfBlock[] {
  const { fields } = labels;
  const shown = visitors.slice(0, maxRows);
  const left = visitorsLeftOut + visitors.length - shown.length;
  return [
    note(labels.hashes),
    ...(subjectHash === null
      ? []
      : [{ type: 'facts' as const, rows: [{ label: fields.person, value: code(subjectHash) }] }]),
    {
      type: 'table',
      table: {
        head: [fields.visitor, fields.auditEntry, fields.states],
        widths: [4, 4, 2],
        rows: shown.map(({ visitorHash, auditHash, states }) => [
          code(visitorHash),
          code(auditHash ?? '–'),
          { text: String(states) },
        ]),
      },
    },
    ...(left > 0 ? [note(fillLabel(labels.more, { count: String(left) }))] : []),
  ];
}
