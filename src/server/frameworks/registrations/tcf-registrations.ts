import type { ResolvedConfig } from '#platform/config/config-schema';
import { ServiceError, unavailable } from '#platform/kernel/errors';
import type { ConfirmationContext, ConfirmationState, Confirmations } from './confirmations';
import type { CmpLookup, TcfRegistry } from './tcf-registry';

export interface TcfRegistrationStatus extends ConfirmationState {
  readonly draft: { readonly cmpId: number; readonly cmpVersion: number; readonly publisherCC: string };
  readonly registry: CmpLookup;
}

/** Compares the registration with the framework to the configuration. */
export interface TcfRegistrations {
  /** @throws ServiceError `unavailable` without a usable list */
  vendorList(lang: string): Promise<NonNullable<Awaited<ReturnType<TcfRegistry['vendorList']>>>>;
  status(tenantId: string, refresh: boolean): Promise<TcfRegistrationStatus>;
  /** @throws ServiceError `cmp_not_listed`, `cmp_deregistered`, `unavailable` */
  confirm(context: ConfirmationContext, refresh: boolean): Promise<TcfRegistrationStatus>;
}

/**
 * Returns the three values that a registration covers. The validated configuration contains them while the
 * framework is on.
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
        throw listMissing('The vendor list cannot be fetched right now, and no copy is under 30 days old.');
      return list;
    },

    async status(tenantId, refresh) {
      const [state, cmp] = await Promise.all([confirmations.state(tenantId), registry.cmp(refresh)]);
      return { draft, ...state, registry: cmp };
    },

    async confirm(context, refresh) {
      const cmp = await registry.cmp(refresh);
      if (cmp.status === 'unavailable')
        throw listMissing('The CMP list cannot be fetched right now, and no copy is under 30 days old.');
      if (cmp.status === 'not_found') throw new ServiceError('cmp_not_listed');
      if (cmp.status === 'deregistered') throw new ServiceError('cmp_deregistered');
      return { draft, ...(await confirmations.confirm(context)), registry: cmp };
    },
  };
}

/** Creates a 503 error. The retry time is longer than usual, since the list comes from a third party. */
const listMissing = (message: string) => unavailable({ message, retryAfterSeconds: 60 });
