import type { ConfirmationState } from './confirmations';
import type { TcfRegistry } from './tcf-registry';

export interface RegistrationReadiness {
  readonly ok: boolean;
  readonly message: string;
}

/** Reports what TCF still needs, without contacting the registry. */
export function tcfReadiness(
  { status, confirmed }: ConfirmationState,
  { cmp, hasVendorList }: Awaited<ReturnType<TcfRegistry['known']>>,
): RegistrationReadiness {
  const notReady = (message: string) => ({
    ok: false,
    message: `The Transparency and Consent Framework is on. ${message}`,
  });
  if (cmp?.status === 'deregistered')
    return notReady('The CMP list marks tcf.cmpId as deregistered, so its TC strings are not valid.');
  if (cmp?.status === 'not_found')
    return notReady('The CMP list does not contain tcf.cmpId. Set the id that IAB Europe assigned to you.');
  if (status === 'unconfirmed')
    return notReady(
      'The registration is not confirmed. Compare it with GET /tcf/registration-status and confirm it.',
    );
  if (status === 'changed')
    return notReady(
      'tcf.cmpId, tcf.cmpVersion or tcf.publisherCC changed since the registration was confirmed. Confirm it again.',
    );
  if (cmp === null || !hasVendorList)
    return notReady(
      'Its lists have not been fetched yet. Check that this machine can reach tcf.vendorListUrl and tcf.cmpListUrls.',
    );
  return {
    ok: true,
    message: `The Transparency and Consent Framework is on; its registration was confirmed on ${toDay(confirmed)}.`,
  };
}

/** Reports what GPP still needs. */
export function gppReadiness({ status, confirmed }: ConfirmationState): RegistrationReadiness {
  const notReady = (message: string) => ({
    ok: false,
    message: `The Global Privacy Platform is on. ${message}`,
  });
  if (status === 'unconfirmed')
    return notReady(
      'Its configuration is not confirmed. Check it with GET /gpp/registration-status and confirm it.',
    );
  if (status === 'changed')
    return notReady('Its configuration changed since it was confirmed. Confirm it again.');
  return {
    ok: true,
    message: `The Global Privacy Platform is on; its configuration was confirmed on ${toDay(confirmed)}.`,
  };
}

const toDay = (confirmed: ConfirmationState['confirmed']) => confirmed?.confirmedAt.slice(0, 10);
