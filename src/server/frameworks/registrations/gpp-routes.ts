import type { ResolvedConfig } from '#platform/config/config-schema';
import { defineRoute, type Route } from '#platform/http/route';
import { defaultSections } from '#standards/gpp/index';
import type { Confirmations } from './confirmations';
import { Acknowledgement, GppRegistration } from './registration-schemas';

const tag = 'GPP';

/** Returns the configuration that an operator confirms: GPP has no registry to check. */
export const gppDraft = ({ cmpId, sections, mspa }: ResolvedConfig['gpp']) => ({
  cmpId: cmpId ?? null,
  sections: [...(sections ?? defaultSections)],
  mspa: mspa ?? null,
});

export function gppRoutes(
  gpp: ResolvedConfig['gpp'],
  draft: ReturnType<typeof gppDraft>,
  confirmations: Confirmations,
): Route[] {
  const disabled = gpp.enabled ? undefined : 'gpp_disabled';
  return [
    defineRoute({
      id: 'getGppRegistration',
      method: 'GET',
      path: '/gpp/registration-status',
      tag,
      summary: 'Get the GPP configuration and whether it was confirmed',
      access: { permission: 'registrations:read' },
      replies: { 200: { description: 'The status', schema: GppRegistration } },
      errors: ['gpp_disabled'],
      disabled,
      handle: async ({ tenantId }) => ({ body: { draft, ...(await confirmations.state(tenantId)) } }),
    }),
    defineRoute({
      id: 'confirmGppRegistration',
      method: 'POST',
      path: '/gpp/confirm-registration',
      tag,
      summary: 'Confirm that the GPP configuration is right',
      description: 'GPP has no registry to check, so this records who confirmed the configuration, and when.',
      access: { permission: 'registrations:confirm' },
      body: Acknowledgement,
      replies: { 200: { description: 'Confirmed', schema: GppRegistration } },
      errors: ['gpp_disabled'],
      disabled,
      handle: async ({ context }) => ({
        body: { draft, ...(await confirmations.confirm(context)) },
      }),
    }),
  ];
}
