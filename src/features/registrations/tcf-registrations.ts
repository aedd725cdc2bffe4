import type { ResolvedConfig } from '../../config/config-schema';
import { ServiceError, unavailable } from '../../kernel/errors';
import type { ConfirmationContext, ConfirmationState, Confirmations } from './confirmations';
import type { CmpLookup, TcfRegistry } from './tcf-registry';

export interface TcfRegistrationStatus extends ConfirmationState {
  readonly draft: { readonly cmpId: number; readonly cmpVersion: number; readonly publisherCC: string };
  readonly registry: CmpLookup;
}

/** What is registered with the framework, beside what is configured. */
export interface TcfRegistrations {
  /** @throws ServiceError `unavailable` while there is no list that serves */
  vendorList(lang: string): Promise<NonNullable<Awaited<ReturnType<TcfRegistry['vendorList']>>>>;
  status(tenantId: string, refresh: boolean): Promise<TcfRegistrationStatus>;
  /** @throws ServiceError `cmp_not_listed`, `cmp_deregistered`, `unavailable` */
  confirm(context: ConfirmationContext, refresh: boolean): Promise<TcfRegistrationStatus>;
}

/**
 * The three values that a registration stands for. The configuration has been checked: they are there while
 * the framework is on.
 */
export const tcfDraft = ({ cmpId = 0, cmpVersion = 0, publisherCC = '' }: ResolvedConfig['tcf']) => ({
  cmpId,
  cmpVersion,
  publisherCC,
});

export function createTcfRegistrations(
  draft: TcfRegistrationStatus['draft'],
  confirmations: Confirmations,
  registry: TcfRegistry,
): TcfRegistrations {
  return {
    async vendorList(lang) {
      const list = await registry.vendorList(lang);
      if (list === null)
        throw listMissing('The vendor list cannot be got right now, and there is no copy under 30 days old.');
      return list;
    },

    async status(tenantId, refresh) {
      const [state, cmp] = await Promise.all([confirmations.state(tenantId), registry.cmp(refresh)]);
      return { draft, ...state, registry: cmp };
    },

    async confirm(context, refresh) {
      const cmp = await registry.cmp(refresh);
      if (cmp.status === 'unavailable')
        throw listMissing('The CMP list cannot be got right now, and there is no copy under 30 days old.');
      if (cmp.status === 'not_found') throw new ServiceError('cmp_not_listed');
      if (cmp.status === 'deregistered') throw new ServiceError('cmp_deregistered');
      return { draft, ...(await confirmations.confirm(context)), registry: cmp };
    },
  };
}

/** Longer than usual, since others answer for it. */
const listMissing = (message: string) => unavailable({ message, retryAfterSeconds: 60 });
