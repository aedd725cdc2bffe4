import { ServiceError } from '#platform/kernel/errors';
import type { PasswordReset, ResetAccount } from '#service/consent-service';
import { defineCommand } from '../command';
import { type OpenService, serviceOptions } from '../open-service';
import { askNewPassword, readPassword } from '../read-password';
import { UsageError } from '../usage-error';

export const resetPassword = defineCommand({
  name: 'reset-password',
  summary: 'Set a new password for a user who is locked out; the service can run at the same time',
  positionals: ['EMAIL'],
  options: {
    ...serviceOptions,
    'password-stdin': {
      type: 'boolean',
      description: 'Read the new password from standard input instead of asking for it on the terminal',
    },
    'disable-totp': {
      type: 'boolean',
      description: 'Also switch off one-time codes, for a user who has lost the phone',
    },
  },
  notes: [
    'All sessions of the user end, and all lockouts after failed sign-ins are removed. The audit log records the change. Requires auth.mode local.',
  ],
  async run({ options, positionals: [email = ''], open, stdin, print }) {
    const { service, config } = await open();
    const mode = config.auth?.mode ?? 'local';
    if (mode !== 'local')
      throw new UsageError(
        `auth.mode is ${mode}: users sign in without a password of this service, so there is none to reset`,
      );
    const { passwords } = service.operations;
    const unknown = () => new UsageError(`There is no user with the address ${email}`);
    if (!(await passwords.userExists(email))) throw unknown();
    const newPassword = options['password-stdin'] ? await readPassword(stdin) : await askNewPassword(stdin);
    const account = await reset(passwords, {
      email,
      newPassword,
      disableTotp: options['disable-totp'] ?? false,
    });
    if (account === null) throw unknown();
    const { sessionsEnded, active, totpEnabled } = account;
    print(`The password of ${email} has been changed. Sessions ended: ${sessionsEnded}.`);
    if (totpEnabled)
      print('One-time codes stay on. If the phone is lost, run the command again with --disable-totp.');
    if (!active) print('The user is deactivated and cannot sign in until an operator activates them.');
    return 0;
  },
});

/** @throws UsageError when the password is not allowed */
async function reset(
  passwords: OpenService['service']['operations']['passwords'],
  change: PasswordReset,
): Promise<ResetAccount | null> {
  try {
    return await passwords.reset(change);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'validation_failed')) throw error;
    const [detail] = error.body.details as readonly { readonly message: string }[];
    throw new UsageError(`The new password ${detail?.message}`);
  }
}
