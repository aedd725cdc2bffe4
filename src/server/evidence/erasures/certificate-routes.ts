import { type Static, Type } from '@sinclair/typebox';
import { type ConsentRecords, ErasureCertificate, TenantQuery } from '#decisions/consent/index';
import {
  defineRoute,
  type ErrorPage,
  type Route,
  type RouteReply,
  type RouteRequest,
} from '#platform/http/route';
import { prefersOther } from '#platform/http/wanted-form';
import type { Clock } from '#platform/kernel/clock';
import { asDownload, downloadName } from '#platform/kernel/download-name';
import { oneOf } from '#platform/kernel/schemas';
import { erasureLabels } from '#standards/erasure/index';
import { parseAcceptLanguage } from '#standards/locale/index';
import { getClient, type ReceiptPdf } from '../receipts';
import { certificateDocument } from './certificate-document';

export interface CertificateRoutesOptions {
  readonly certificates: ConsentRecords['certificates'];
  readonly pdfs: Pick<ReceiptPdf, 'renderDocument'>;
  /** Name of the controller of a tenant; null: not configured. */
  readonly controllerName: string | null;
  /** Address of the public API, unless that of the request is to be used. */
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
  readonly errorPage: ErrorPage;
}

const tag = 'Erasures';
const ErasureParam = Type.Object({
  erasureId: Type.String({ minLength: 1, maxLength: 64, description: 'Number of the certificate.' }),
});
const Form = {
  format: Type.Optional(
    oneOf(['pdf', 'json'] as const, {
      description: 'As a file. Default: what `Accept` prefers, else `pdf`.',
    }),
  ),
  lang: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]+)*$',
      maxLength: 35,
      description: 'Language of the PDF (BCP 47). Default: that of `Accept-Language`, else English.',
    }),
  ),
};
const FormQuery = Type.Object(Form);
type AnyRequest = RouteRequest<unknown, unknown, unknown>;

const replies = {
  200: { description: 'The certificate', schema: ErasureCertificate, alsoAs: ['application/pdf'] },
};
const errors = ['erasure_not_found', 'optional_dependency_missing', 'receipt_font_missing'] as const;

/** Routes that hand out the certificate of an erasure: to operators, and to whoever has its number and code. */
export function certificateRoutes({
  certificates,
  pdfs,
  controllerName,
  publicUrl,
  clock,
  errorPage,
}: CertificateRoutesOptions): { readonly publicRoutes: Route[]; readonly adminRoutes: Route[] } {
  async function reply(
    request: AnyRequest,
    certificate: ErasureCertificate,
    { format, lang }: Static<typeof FormQuery>,
  ): Promise<RouteReply> {
    const { headers, mountUrl } = request;
    const common = { Vary: 'Accept, Accept-Language', 'Cache-Control': 'private, no-store' };
    const prefersJson = prefersOther(headers.accept, 'application/json', 'application/pdf');
    const nameAs = (extension: string) =>
      downloadName('erasure', [{ id: certificate.id }], certificate.erasedAt, extension);
    if ((format ?? (prefersJson ? 'json' : 'pdf')) === 'json') {
      const type = 'application/json; charset=utf-8';
      return { headers: { ...common, ...asDownload(nameAs('json'), type) }, body: certificate };
    }
    const base = publicUrl?.replace(/\/+$/, '') ?? mountUrl.replace(/\/admin\/v1$/, '/api/v1');
    const query = new URLSearchParams({ tenantId: certificate.tenantId, code: certificate.code });
    const document = certificateDocument(certificate, {
      labels: erasureLabels(lang === undefined ? parseAcceptLanguage(headers['accept-language']) : [lang]),
      issuer: controllerName,
      address: `${base}/erasures/${certificate.id}?${query}`,
      now: clock.now(),
    });
    const pdf = await pdfs.renderDocument(document, getClient(request, certificate.id));
    return { headers: { ...common, ...asDownload(nameAs('pdf'), 'application/pdf') }, body: pdf };
  }

  return {
    publicRoutes: [
      defineRoute({
        id: 'getOwnErasureCertificate',
        method: 'GET',
        path: '/erasures/:erasureId',
        tag: 'Consent',
        summary: 'Get the certificate of an erasure by its number and code, as PDF or JSON',
        description:
          'For whoever was given the certificate: the answer is the certificate as it was issued, so a copy can be ' +
          'compared with it. The JSON is also in the answer of `DELETE /consent`.',
        access: { public: 'The code on the certificate shows that the caller has it' },
        cors: 'allowlist',
        bucket: 'consentWrites',
        params: ErasureParam,
        query: Type.Object({
          ...TenantQuery.properties,
          ...Form,
          code: Type.String({ minLength: 1, maxLength: 128, description: 'The code of the certificate.' }),
        }),
        replies,
        errors,
        errorPage,
        async handle(request) {
          const { tenantId, params, query } = request;
          return reply(request, await certificates.open(tenantId, params.erasureId, query.code), query);
        },
      }),
    ],
    adminRoutes: [
      defineRoute({
        id: 'getErasureCertificate',
        method: 'GET',
        path: '/erasures/:erasureId',
        tag,
        summary: 'Download the certificate of an erasure, as PDF or JSON',
        access: { permission: 'erasures:read' },
        params: ErasureParam,
        query: FormQuery,
        replies,
        errors,
        async handle(request) {
          const { tenantId, params, query } = request;
          return reply(request, await certificates.certify(tenantId, params.erasureId), query);
        },
      }),
    ],
  };
}
