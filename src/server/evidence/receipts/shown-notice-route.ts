import { Type } from '@sinclair/typebox';
import { showVariant } from '#banners/profiles/index';
import { type ConsentRecords, VisitorParam } from '#decisions/consent/index';
import { defineRoute, type Route } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import type { NoticeReader } from './notice-reader';
import type { FindShownNotice } from './shown-notice';

export interface ShownNoticeRouteOptions {
  readonly records: Pick<ConsentRecords, 'find' | 'states'>;
  readonly notices: NoticeReader;
  readonly findShownNotice: FindShownNotice;
}

/** The route that returns the notice on which a visitor decided, in the language that they were shown. */
export function shownNoticeRoute({ records, notices, findShownNotice }: ShownNoticeRouteOptions): Route {
  return defineRoute({
    id: 'getShownNotice',
    method: 'GET',
    path: '/consents/:visitorId/notice',
    tag: 'Consents',
    summary: 'Get the notice that a visitor was shown',
    description:
      'The locale file of the version; of an experiment, with what the visitor’s variant showed. `variants` is there only where the record names none. ' +
      'Where the version has no texts in the language of the decision, this is the language that the visitor got instead. A change since the decision, of the language for example, shows no other notice.',
    access: { permission: 'consents:read' },
    reads: { record: 'consent', param: 'visitorId' },
    params: VisitorParam,
    query: Type.Object({
      revision: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_646,
          description: 'A state of the history. Default: the current one.',
        }),
      ),
    }),
    replies: {
      200: { description: 'The locale file', schema: Type.Object({}, { additionalProperties: true }) },
    },
    errors: ['consent_not_found', 'version_not_found', 'locale_file_not_found'],
    async handle({ tenantId, params: { visitorId }, query: { revision } }) {
      const consent = await records.find(tenantId, visitorId);
      if (consent === null) throw new ServiceError('consent_not_found');
      const state = revision === undefined ? consent : await findState(tenantId, visitorId, revision);
      const shown = await findShownNotice(consent, state);
      if (shown.isImported)
        throw new ServiceError('locale_file_not_found', {
          message: 'The decision was imported, so what the visitor was shown is not known.',
        });
      const notice = await notices.find(shown);
      const body = notice && (await notices.bytes(shown, notice.file));
      if (!body) throw new ServiceError('locale_file_not_found');
      if (!notice.isAsSaved)
        throw new ServiceError('locale_file_not_found', {
          message:
            'The file in storage is not the one that was saved, so it is not what the visitor was shown.',
        });
      return { body: showVariant(JSON.parse(body.toString('utf8')), shown.variant) };
    },
  });

  async function findState(tenantId: string, visitorId: string, revision: number) {
    const [state] = await records.states(tenantId, visitorId, { limit: 1, beforeRevision: revision + 1 });
    if (state?.revision !== revision)
      throw new ServiceError('version_not_found', { message: 'The record has no state with this revision.' });
    return state;
  }
}
