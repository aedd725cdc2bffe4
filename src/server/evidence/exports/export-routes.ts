import { Type } from '@sinclair/typebox';
import { defineRoute, type MakeStream, type Route, type RouteReply } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { seesAllTenants } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { asDownload, downloadName } from '#platform/kernel/download-name';
import { readTimeRange } from '#platform/kernel/time-range';
import { type ExportFormat, exportFormats } from './export-format';
import type { ExportService } from './export-service';

const tag = 'Exports';
const access = { permission: 'exports:read' } as const;
const format = Type.Optional(
  Type.Unsafe<ExportFormat>({
    type: 'string',
    enum: [...exportFormats],
    description: '`csv` (default): RFC 4180 in UTF-8 with BOM. `json`: one array.',
  }),
);
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const profileId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 128, description: 'Only records made under this profile.' }),
);

const sentInPieces =
  'Sent in pieces, newest first; contains everything that exists when it begins. If it cannot be finished, ' +
  'the connection is closed, so that a part is not mistaken for the whole. Writes an entry to the audit log.';

const canBeTwice =
  'A record whose visitor’s earlier first decision arrives meanwhile can be in it twice: the second one is newer.';

/** Export routes of the admin API. */
export function exportRoutes(service: ExportService, clock: Clock): Route[] {
  const file = (
    name: string,
    tenantId: string,
    type: keyof typeof contentTypes,
    stream: MakeStream,
  ): RouteReply => ({
    headers: asDownload(
      downloadName(name, [{ word: tenantId }], toIso(clock.now()), type),
      contentTypes[type],
    ),
    stream,
  });

  return [
    defineRoute({
      id: 'exportConsents',
      method: 'GET',
      path: '/export/consents',
      tag,
      summary: 'Export consent records as CSV or JSON',
      description: `${sentInPieces} ${canBeTwice} CSV has a column \`consent.<category>\` for every category in the selection that a version of the profile knows, and last \`consent\`, as JSON, with the decisions on all other categories; texts that a spreadsheet would run are preceded by an apostrophe.`,
      access,
      writes: () => true,
      query: Type.Object({
        format,
        profileId,
        ...timeRangeParameters,
      }),
      replies: {
        200: {
          description: 'The records',
          contentType: 'text/csv',
          schema: Type.String(),
          alsoAs: ['application/json'],
        },
      },
      errors: [],
      handle({ context, query: { format: type = 'csv', profileId, from, to } }) {
        const range = readTimeRange({ from, to });
        return file('consents', context.tenantId, type, (gone) =>
          service.consents(context, { format: type, profileId, range }, gone),
        );
      },
    }),
    defineRoute({
      id: 'exportConsentsXlsx',
      method: 'GET',
      path: '/export/consents/xlsx',
      tag,
      summary: 'Export consent records as XLSX, with the columns of the CSV',
      description:
        'Needs the optional package `xlsx`. At most `limits.xlsxRows` records; texts are written as texts, ' +
        'so that none runs as a formula; a text longer than a cell allows (32,767 characters) is cut and ends ' +
        'in `…`. The workbook is complete before it is sent; each process makes one at a time. Writes an entry to the audit log.',
      access,
      writes: () => true,
      query: Type.Object({ profileId, ...timeRangeParameters }),
      replies: {
        200: {
          description: 'The workbook',
          contentType: contentTypes.xlsx,
          schema: Type.String({ contentMediaType: contentTypes.xlsx }),
        },
      },
      errors: ['payload_too_large', 'optional_dependency_missing'],
      async handle({ context, query: { profileId, from, to } }) {
        const { tenantId } = context;
        const request = { profileId, range: readTimeRange({ from, to }) };
        await service.requireWithinXlsxLimit(tenantId, request);
        return file('consents', tenantId, 'xlsx', (gone) => service.workbook(context, request, gone));
      },
    }),
    defineRoute({
      id: 'exportAudit',
      method: 'GET',
      path: '/export/audit',
      tag,
      summary: 'Export the audit log with its hashes, as CSV or JSON',
      description: `${sentInPieces} That entry is not in the export itself. To verify hashes, use JSON: in CSV, texts that a spreadsheet would run have an apostrophe. Users who may see only some tenants get no entries on users, sign-ins, roles and tenants.`,
      access,
      writes: () => true,
      query: Type.Object({ format, ...timeRangeParameters }),
      replies: {
        200: {
          description: 'The entries',
          contentType: 'text/csv',
          schema: Type.String(),
          alsoAs: ['application/json'],
        },
      },
      errors: [],
      handle({ context, caller, query: { format: type = 'csv', from, to } }) {
        const range = readTimeRange({ from, to });
        return file('audit', context.tenantId, type, (gone) =>
          service.audit(context, { format: type, range, hidesAccounts: !seesAllTenants(caller) }, gone),
        );
      },
    }),
  ];
}
