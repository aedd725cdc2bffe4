import { ExperimentEnd, ExperimentStart } from '#banners/profiles/experiments/experiment-schemas';
import { ProfilePublish, ProfileUpdate } from '#banners/profiles/profile-schemas';
import { webhookEvents } from '#operators/webhooks/webhook-events';
import { keyScopes } from '#platform/kernel/permissions';
import { FindingDecision } from '#visits/findings/finding-schemas';
import { eachDatabase } from '../support/databases';

/** Capacity of a `text` column of MySQL and MariaDB (bytes). `mediumtext` holds 16 MiB. */
const capacity = 65_535;

/** Longest value (bytes) of a text that schemas limit in characters: one has four bytes at most. */
const longest = (...schemas: readonly { readonly maxLength?: number }[]) =>
  4 * Math.max(...schemas.map(({ maxLength = Number.POSITIVE_INFINITY }) => maxLength));
const listOf = (values: readonly string[]) => Buffer.byteLength(JSON.stringify(values));
/** A sealed secret of 20 bytes, with room for other ciphers. */
const sealedSecret = 1000;

const notes = longest(
  ProfileUpdate.properties.note,
  ProfilePublish.properties.note,
  ExperimentStart.properties.note,
  ExperimentEnd.properties.note,
);

/** The longest value that each `text` column gets (bytes). */
const longestValues: Readonly<Record<string, number>> = {
  'svc_api_keys.scopes': listOf(keyScopes),
  'svc_findings.reason': longest(FindingDecision.properties.reason),
  'svc_profile_versions.note': notes,
  'svc_publication_periods.note': notes,
  'svc_publication_requests.note': notes,
  'svc_users.totp_pending_secret': sealedSecret,
  'svc_users.totp_secret': sealedSecret,
  'svc_webhooks.events': listOf(webhookEvents),
  'svc_webhooks.previous_secrets': 9 * sealedSecret,
};

eachDatabase((database) => {
  test('every short text column has room for the longest value that its schema allows', async () => {
    const { knex } = await database.open();
    const columns: { readonly name: string }[] = await knex('information_schema.columns')
      .where({ table_schema: knex.raw('database()'), data_type: 'text' })
      .where('table_name', 'not like', 'svc\\_v\\_%')
      .select(knex.raw("concat(table_name, '.', column_name) as name"));
    // A new one is listed above with its limit, or declared as `mediumtext`.
    expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(longestValues));
    for (const [name, bytes] of Object.entries(longestValues))
      expect([name, bytes <= capacity]).toEqual([name, true]);
  });
}, 'mysql');
