import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const rotate = defineCommand({
  name: 'rotate',
  summary: 'Encrypt stored values with the new secrets, and show when old ones can be removed',
  options: serviceOptions,
  notes: [
    'Run it with the configuration of the service, in which the new value of a secret comes first: `masterSecret: [new, old]`. The service can run at the same time. The exit code is 1 when values cannot be decrypted.',
  ],
  async run({ open, print }) {
    const { masterSecret, dataSigningHash } = await (await open()).service.operations.rotateSecrets();
    if (masterSecret === null && dataSigningHash === null)
      throw new UsageError('Neither auth.masterSecret nor compliance.dataSigningHash is set');
    if (masterSecret !== null) {
      const { resealed, unreadable, previousNeededUntil } = masterSecret;
      print(`auth.masterSecret: encrypted ${resealed} values with the current secret.`);
      if (unreadable.length > 0)
        print(
          `No configured value decrypts the one-time codes of ${unreadable.length} users: ${unreadable.join(', ')}. Add the value that encrypted them, or switch TOTP off for these users.`,
        );
      print(
        previousNeededUntil > Date.now()
          ? `Keep previous values until ${minute(previousNeededUntil)}: sessions and links need them.`
          : 'Previous values can be removed.',
      );
    }
    if (dataSigningHash !== null) {
      const { resealed, unreadableSecrets, unreadableMessages, isOrderKnown } = dataSigningHash;
      print(
        `compliance.dataSigningHash: encrypted ${resealed} secrets and messages of webhooks with the current secret.`,
      );
      if (unreadableSecrets.length > 0)
        print(
          `No configured value decrypts the secrets of ${unreadableSecrets.length} webhooks: ${unreadableSecrets.join(', ')}. Add the value that encrypted them, or replace these secrets in the dashboard.`,
        );
      if (unreadableMessages > 0)
        print(
          `No configured value decrypts ${unreadableMessages} messages of webhooks. Add the value that encrypted them; otherwise these messages will not be sent.`,
        );
      print(
        `The current secret is in use since ${minute(dataSigningHash.since)}. Keep previous values until the decisions made before have expired (\`expiryDays\` of your profiles), because visitors’ cookies need them, and longer to find erased visitors by their ids.`,
      );
      if (!isOrderKnown)
        print(
          'The service does not know which of the listed values it used first, so imports cannot hash visitor ids. Run this command once with only that value, then again with all of them.',
        );
    }
    const isUnreadable =
      (masterSecret?.unreadable.length ?? 0) > 0 ||
      (dataSigningHash?.unreadableSecrets.length ?? 0) > 0 ||
      (dataSigningHash?.unreadableMessages ?? 0) > 0;
    return isUnreadable ? 1 : 0;
  },
});
