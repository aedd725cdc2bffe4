import { createPolicyLink } from '../core/controls';
import type { Kit } from '../widget-types';

/** The visitor's own record, as `GET /consent` answers it. */
interface OwnRecord {
  readonly record: { readonly id: string; readonly visitorId: string; readonly updatedAt: string };
}

/** Creates the lines below the categories: privacy policy, consent id, receipt. */
export function createFooterFacts(kit: Kit): HTMLElement {
  const { profile, context, element, word } = kit;
  const facts = element('p', { class: 'facts' }, createPolicyLink(kit));
  if (context.choice && (profile.showFooterMetadata || profile.allowReceipt))
    context
      .call<OwnRecord>('consent', ({ record }) => record.visitorId, { credentials: 'include' })
      .then(
        ({ record }) => facts.append(...createRecordFacts(kit, record)),
        // The choice holds without its record; the visitor misses no control.
        () => {},
      );
  if (!profile.hidePoweredBy)
    facts.append(element('span', {}, word('poweredBy', { name: 'express-consent' })));
  return facts;
}

function createRecordFacts({ profile, context, element, word }: Kit, record: OwnRecord['record']): Node[] {
  const { base, tenant } = context.options;
  const date = new Intl.DateTimeFormat(profile.currentLocale, { dateStyle: 'medium' }).format(
    new Date(record.updatedAt),
  );
  const query = new URLSearchParams({ ...(tenant && { tenantId: tenant }) });
  const receipt = `${base}api/v1/consent/${encodeURIComponent(record.visitorId)}/receipt?${query}`;
  return [
    ...(profile.showFooterMetadata
      ? [
          element('span', {}, word('decidedOn', { date })),
          element('span', {}, `${word('consentId')} `, element('code', { dir: 'ltr' }, record.id)),
        ]
      : []),
    ...(profile.allowReceipt ? [element('a', { href: receipt, download: true }, word('receipt'))] : []),
  ];
}
