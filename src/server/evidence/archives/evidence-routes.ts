import { Type } from '@sinclair/typebox';
import { VisitorParam } from '#decisions/consent/index';
import { defineRoute, type Route, type RouteReply } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { prefersOther } from '#platform/http/wanted-form';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { asDownload, downloadName } from '#platform/kernel/download-name';
import { ServiceError } from '#platform/kernel/errors';
import { readTimeRange } from '#platform/kernel/time-range';
import { getClient, type ReceiptPdf } from '../receipts';
import { evidenceArchive } from './evidence-archive';
import type { MissingFile } from './evidence-readme';
import { Evidence } from './evidence-schemas';
import type { CollectedEvidence, EvidenceService } from './evidence-service';
import { jsonPieces } from './json-pieces';
import { publicationArchive } from './publication-archive';
import type { PublicationEvidenceService } from './publication-evidence';

// Why: docs/adr/0028-evidence-takes-the-permission-of-exports.md

const formats = ['json', 'zip'] as const;

/** Yields the pieces of a response, and lets other requests run between them. */
async function* sent(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  for (const piece of pieces) {
    yield piece;
    await yieldToEventLoop();
  }
}

/**
 * Evidence routes of the admin API. Evidence contains what exports contain, audit entries included, so it
 * requires their permission.
 */
export function evidenceRoutes(
  service: EvidenceService,
  publications: PublicationEvidenceService,
  pdfs: ReceiptPdf,
): Route[] {
  /** Returns the receipt as a PDF, or the reason why there is none: evidence is useful without it. */
  async function receiptPdf(
    { evidence: { receipt }, notice }: CollectedEvidence,
    client: string,
  ): Promise<Buffer | MissingFile> {
    try {
      return await pdfs.render({ receipt, notice }, client);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { name: 'receipt.pdf', reason: error.message };
    }
  }

  return [
    defineRoute({
      id: 'getConsentEvidence',
      method: 'GET',
      path: '/consents/:visitorId/evidence',
      tag: 'Consents',
      summary:
        'Get the evidence of one visitor’s consent: as JSON, or as an archive with `format=zip` or ' +
        '`Accept: application/zip`',
      access: { permission: 'exports:read' },
      reads: { record: 'consent', param: 'visitorId' },
      writes: () => true,
      params: VisitorParam,
      query: Type.Object({
        format: Type.Optional(Type.Unsafe<(typeof formats)[number]>({ type: 'string', enum: [...formats] })),
      }),
      replies: {
        200: {
          description:
            'The record, its history, the exact notices shown, a receipt, and audit entries with hashes',
          schema: Evidence,
          alsoAs: ['application/zip'],
        },
      },
      errors: ['consent_not_found'],
      async handle({ context, params, query, headers, caller, ip, mountUrl }): Promise<RouteReply> {
        const format =
          query.format ??
          (prefersOther(headers.accept, 'application/zip', 'application/json') ? 'zip' : 'json');
        // Both APIs are mounted under the same path.
        const publicUrl = mountUrl.replace(/\/admin\/v1$/, '/api/v1');
        const collected = await service.collect(context, {
          visitorId: params.visitorId,
          format,
          publicUrl,
        });
        const { evidence } = collected;
        if (format === 'json') {
          return {
            headers: { Vary: 'Accept', 'Content-Type': 'application/json; charset=utf-8' },
            stream: () => sent(jsonPieces(evidence)),
          };
        }
        const pdf = await receiptPdf(collected, getClient({ caller, ip }, params.visitorId));
        const name = downloadName('evidence', [{ id: params.visitorId }], evidence.generatedAt, 'zip');
        return {
          headers: { Vary: 'Accept', ...asDownload(name, 'application/zip') },
          stream: () => evidenceArchive(evidence, pdf),
        };
      },
    }),
    defineRoute({
      id: 'getPublicationEvidence',
      method: 'GET',
      path: '/publications/:complianceGroup/evidence',
      tag: 'Profile versions',
      summary: 'Download what the visitors of a group were shown, as an archive',
      description:
        'Contains which version was published when and by whom, its notices exactly as they were served, the ' +
        'number of decisions by day, and audit entries with hashes. At most 500 publications.',
      access: { permission: 'exports:read' },
      writes: () => true,
      params: Type.Object({
        complianceGroup: Type.String({ maxLength: 64, description: 'A built-in or custom group.' }),
      }),
      query: Type.Object(timeRangeParameters),
      replies: {
        200: {
          description: 'The archive',
          contentType: 'application/zip',
          schema: Type.String({ contentMediaType: 'application/zip' }),
        },
      },
      errors: ['payload_too_large'],
      async handle({ context, params: { complianceGroup }, query }) {
        const evidence = await publications.collect(context, {
          complianceGroup,
          range: readTimeRange(query),
        });
        const name = downloadName(
          'publications',
          [{ word: context.tenantId }, { word: complianceGroup }],
          evidence.generatedAt,
          'zip',
        );
        return {
          headers: asDownload(name, 'application/zip'),
          stream: () => publicationArchive(evidence, publications.noticeBytes),
        };
      },
    }),
  ];
}
