import type { ConfirmationState } from './confirmations';
import type { TcfRegistry } from './tcf-registry';

export interface RegistrationReadiness {
  readonly ok: boolean;
  readonly message: string;
}

/** What TCF still lacks, told without asking the registry. */
export function tcfReadiness(
  { status, confirmed }: ConfirmationState,
  { cmp, hasVendorList }: Awaited<ReturnType<TcfRegistry['known']>>,
): RegistrationReadiness {
  const lacking = (message: string) => ({
    ok: false,
    message: `The Transparency and Consent Framework is on. ${message}`,
  });
  if (cmp?.status === 'deregistered')
    return lacking('The CMP list has tcf.cmpId as deregistered: its TC strings count for nothing.');
  if (cmp?.status === 'not_found')
    return lacking('The CMP list has no entry of tcf.cmpId: set the id that IAB Europe gave you.');
  if (status === 'unconfirmed')
    return lacking(
      'The registration is not confirmed: compare it with GET /tcf/registration-status and confirm it.',
    );
  if (status === 'changed')
    return lacking(
      'tcf.cmpId, tcf.cmpVersion or tcf.publisherCC changed since the registration was confirmed: confirm it again.',
    );
  if (cmp === null || !hasVendorList)
    return lacking(
      'Its lists could not be got yet: look whether this machine may reach tcf.vendorListUrl and tcf.cmpListUrls.',
    );
  return {
    ok: true,
    message: `The Transparency and Consent Framework is on, its registration confirmed on ${dayOf(confirmed)}.`,
  };
}

/** What GPP still lacks. */
export function gppReadiness({ status, confirmed }: ConfirmationState): RegistrationReadiness {
  const lacking = (message: string) => ({
    ok: false,
    message: `The Global Privacy Platform is on. ${message}`,
  });
  if (status === 'unconfirmed')
    return lacking(
      'Its configuration is not confirmed: look at GET /gpp/registration-status and confirm it.',
    );
  if (status === 'changed')
    return lacking('Its configuration changed since it was confirmed: confirm it again.');
  return {
    ok: true,
    message: `The Global Privacy Platform is on, its configuration confirmed on ${dayOf(confirmed)}.`,
  };
}

const dayOf = (confirmed: ConfirmationState['confirmed']) => confirmed?.confirmedAt.slice(0, 10);
