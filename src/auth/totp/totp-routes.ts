import { type Static, Type } from '@sinclair/typebox';
import { type ConfirmOwner, ownerProof } from '../../features/accounts';
import { defineRoute, principalOf, type Route, type RouteRequest } from '../../http/route';
import { totpCodePattern } from './totp-codes';
import type { TotpContext, TotpService } from './totp-service';

const tag = 'Auth';

const TotpCode = Type.String({ pattern: totpCodePattern, description: 'Six digits. Each code counts once.' });

const SetupReply = Type.Object({
  secret: Type.String({ description: 'Base32, for typing into an app.' }),
  otpauthUrl: Type.String({ description: 'What the QR code says.' }),
  qrCodeUrl: Type.String({ description: 'A PNG as a data URL.' }),
});

const VerifyBody = Type.Object({
  code: TotpCode,
  currentCode: Type.Optional(
    Type.String({
      pattern: totpCodePattern,
      description: 'Needed while TOTP is on: a code of the app that is being replaced.',
    }),
  ),
  currentPassword: Type.Optional({
    ...ownerProof.currentPassword,
    description: 'Needed in mode `local` while TOTP is off.',
  }),
});

const DisableBody = Type.Object({
  code: Type.Optional(Type.String({ pattern: totpCodePattern, description: 'Needed while TOTP is on.' })),
});

const StateReply = Type.Object({ totpEnabled: Type.Boolean() });
type StateReply = Static<typeof StateReply>;

/** The routes of one's own second factor: the same in every mode. */
export function createTotpRoutes(service: TotpService, confirmOwner: ConfirmOwner): readonly Route[] {
  const contextOf = (request: RouteRequest): TotpContext => ({
    caller: principalOf(request),
    actor: request.actor,
  });
  const state = (totpEnabled: boolean): { readonly body: StateReply } => ({ body: { totpEnabled } });

  return [
    defineRoute({
      id: 'setUpTotp',
      method: 'POST',
      path: '/auth/totp/setup',
      tag,
      summary: 'A new secret for an authenticator app; it counts once a code has been verified',
      access: { signedIn: true },
      replies: { 200: { description: 'The secret, shown only here', schema: SetupReply } },
      errors: [],
      handle: async (request) => ({ body: await service.setUp(contextOf(request)) }),
    }),
    defineRoute({
      id: 'verifyTotp',
      method: 'POST',
      path: '/auth/totp/verify',
      tag,
      summary: 'Switch TOTP on with a code of the app that was set up, and end all other sessions',
      access: { signedIn: true },
      body: VerifyBody,
      replies: { 200: { description: 'TOTP is on', schema: StateReply } },
      errors: ['invalid_totp_code', 'totp_not_set_up', 'reauthentication_required', 'wrong_password'],
      async handle(request) {
        const context = contextOf(request);
        const { code, currentCode, currentPassword } = request.body;
        await service.enable(context, code, currentCode, () =>
          confirmOwner(context, { currentPassword }, 'verify'),
        );
        return state(true);
      },
    }),
    defineRoute({
      id: 'disableTotp',
      method: 'POST',
      path: '/auth/totp/disable',
      tag,
      summary: 'Switch TOTP off, and end all other sessions',
      access: { signedIn: true },
      body: DisableBody,
      bodyOptional: true,
      replies: { 200: { description: 'TOTP is off', schema: StateReply } },
      errors: ['invalid_totp_code'],
      async handle(request) {
        await service.disable(contextOf(request), request.body.code);
        return state(false);
      },
    }),
  ];
}
