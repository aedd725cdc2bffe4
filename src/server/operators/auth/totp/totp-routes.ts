import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, getPrincipal, type Route, type RouteRequest } from '#platform/http/route';
import { type ConfirmOwner, ownerProof } from '../../accounts';
import { totpCodePattern } from './totp-codes';
import type { TotpContext, TotpService } from './totp-service';

const tag = 'Auth';

const TotpCode = Type.String({
  pattern: totpCodePattern,
  description: 'Six digits. Each code can be used once.',
});

const SetupReply = Type.Object({
  secret: Type.String({ description: 'The secret in Base32, to be typed into an app.' }),
  otpauthUrl: Type.String({ description: 'The content of the QR code.' }),
  qrCodeUrl: Type.String({ description: 'The QR code as a PNG in a data URL.' }),
});

const VerifyBody = Type.Object({
  code: TotpCode,
  currentCode: Type.Optional(
    Type.String({
      pattern: totpCodePattern,
      description:
        'A code from the app that is being replaced. Needed while TOTP is enabled, unless the sign-in is recent.',
    }),
  ),
  currentPassword: Type.Optional({
    ...ownerProof.currentPassword,
    description: 'The current password (mode `local`), unless the sign-in is recent.',
  }),
});

const DisableBody = Type.Object({
  code: Type.Optional(
    Type.String({
      pattern: totpCodePattern,
      description: 'A code from the app. Needed while TOTP is enabled, unless the sign-in is recent.',
    }),
  ),
  currentPassword: VerifyBody.properties.currentPassword,
});

const StateReply = Type.Object({ totpEnabled: Type.Boolean() });
type StateReply = Static<typeof StateReply>;

/** Creates the routes with which users manage their second factor, in all modes. */
export function createTotpRoutes(service: TotpService, confirmOwner: ConfirmOwner): readonly Route[] {
  const toContext = (request: RouteRequest): TotpContext => ({
    caller: getPrincipal(request),
    actor: request.context.actor,
  });
  const confirm = (context: TotpContext, currentPassword: string | undefined, purpose: string) => () =>
    confirmOwner(context, { currentPassword }, purpose);
  const state = (totpEnabled: boolean): { readonly body: StateReply } => ({ body: { totpEnabled } });

  return [
    defineRoute({
      id: 'setUpTotp',
      method: 'POST',
      path: '/auth/totp/setup',
      tag,
      summary: 'Create a secret for an authenticator app; it is used after a code has been verified',
      access: { signedIn: true },
      replies: { 200: { description: 'The secret, which is returned only once', schema: SetupReply } },
      errors: [],
      handle: async (request) => ({ body: await service.setUp(toContext(request)) }),
    }),
    defineRoute({
      id: 'verifyTotp',
      method: 'POST',
      path: '/auth/totp/verify',
      tag,
      summary: 'Enable TOTP with a code from the new app, and end all other sessions',
      access: { signedIn: true },
      body: VerifyBody,
      replies: { 200: { description: 'TOTP is enabled', schema: StateReply } },
      errors: ['invalid_totp_code', 'totp_not_set_up', 'reauthentication_required', 'wrong_password'],
      async handle(request) {
        const context = toContext(request);
        const { code, currentCode, currentPassword } = request.body;
        await service.enable(context, code, currentCode, confirm(context, currentPassword, 'verify'));
        return state(true);
      },
    }),
    defineRoute({
      id: 'disableTotp',
      method: 'POST',
      path: '/auth/totp/disable',
      tag,
      summary: 'Disable TOTP, and end all other sessions',
      access: { signedIn: true },
      body: DisableBody,
      bodyOptional: true,
      replies: { 200: { description: 'TOTP is disabled', schema: StateReply } },
      errors: ['invalid_totp_code', 'reauthentication_required', 'wrong_password'],
      async handle(request) {
        const context = toContext(request);
        const { code, currentPassword } = request.body;
        await service.disable(context, code, confirm(context, currentPassword, 'disable'));
        return state(false);
      },
    }),
  ];
}
