import type { Knex } from 'knex';
import { createAnalystViews, dropAnalystViews } from './analyst-views';
import type { Migration } from './migration';

/**
 * The whole schema. Conventions: ids are text compared byte by byte; times are BIGINT epoch milliseconds;
 * JSON is text, so that key order survives; every unique rule of the product is a unique key here, not a
 * check before an insert.
 */
export const initial: Migration = {
  name: '001-initial',

  async up(schema, names) {
    const { create } = schema;

    await create('tenants', (t) => {
      t.string('id', 64).primary();
      t.string('name', 200).notNullable();
      t.string('slug', 63).notNullable();
      times(t);
      t.unique(['slug'], { indexName: names('tenants_slug') });
    });

    await create('settings', (t) => {
      t.string('tenant_id', 64).primary();
      t.text('allowed_origins', 'longtext').notNullable();
      t.text('admin_allowed_origins', 'longtext').notNullable();
      t.boolean('setup_completed').notNullable();
      // Counts one of so many shown banners; 0: none.
      t.integer('impression_sample').notNullable().defaultTo(1);
      // Whether a second person approves each publication.
      t.boolean('approval_required').notNullable().defaultTo(false);
      t.bigInteger('updated_at').notNullable();
    });

    await create('profiles', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('name', 200).notNullable();
      t.string('default_locale', 35).notNullable();
      t.integer('version').notNullable();
      t.integer('published_version');
      // Numbers up to this one are never used again: a state of the database that was lost may have used them.
      t.integer('reserved_version').notNullable().defaultTo(0);
      // complianceGroup, else customComplianceGroup.
      t.string('group_id', 64);
      // The group while the profile is active in it, else null: unique, so a group never has two active
      // profiles.
      t.string('active_group', 64);
      t.text('profile_json', 'longtext').notNullable();
      // profileJson as published: it applies to visitors while the profile is active.
      t.text('published_json', 'longtext');
      // Versions that were ever published, as a JSON array of integers.
      t.text('published_versions', 'longtext').notNullable();
      // Versions saved or published with requireReconsent, as a JSON array of integers.
      t.text('reconsent_versions', 'longtext').notNullable();
      // Category ids and locales of all versions, as JSON: statistics count these by name.
      t.text('known_names', 'longtext').notNullable();
      t.string('consent_template_id', 64);
      t.string('ui_template_id', 64);
      times(t);
      t.bigInteger('activated_at');
      t.unique(['tenant_id', 'active_group'], { indexName: names('profiles_active_group') });
      t.index(['tenant_id', 'created_at'], names('profiles_created'));
      t.index(['tenant_id', 'consent_template_id'], names('profiles_consent_template'));
      t.index(['tenant_id', 'ui_template_id'], names('profiles_ui_template'));
    });

    // Saved versions, kept when their profile is deleted: their files can be created again from these rows.
    // Only require_reconsent ever changes, when a version is published.
    await create('profile_versions', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('version').notNullable();
      t.string('name', 200).notNullable();
      t.string('default_locale', 35).notNullable();
      // JSON object: profileJson, localeContent, outdatedTexts, uncheckedTexts, ui; variants of an experiment.
      t.text('content', 'longtext').notNullable();
      // JSON object: SHA-256 of each locale's file.
      t.text('files', 'longtext').notNullable();
      // JSON object for lists, which do not read the content: locales, texts to translate and their state, findings.
      t.text('summary', 'longtext').notNullable();
      t.string('created_by', 64);
      t.string('created_by_email', 254);
      // Whether an API key saved it for that person, or changed that look.
      t.boolean('saved_with_key');
      // JSON array of people: who wrote the look that it took over from its UI template.
      t.text('template_authors', 'longtext');
      // The version whose content it has; null: that of the version before, changed.
      t.integer('restored_from');
      t.text('note');
      t.boolean('require_reconsent').notNullable();
      t.bigInteger('created_at').notNullable();
      t.primary(['tenant_id', 'profile_id', 'version'], names('profile_versions_pk'));
    });

    // When which version was served to a group's visitors; ended_at is null while it is served. Kept when the
    // profile is deleted.
    await create('publication_periods', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('group_id', 64).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('version').notNullable();
      t.string('published_by', 64);
      t.string('published_by_email', 254);
      t.text('note');
      t.bigInteger('started_at').notNullable();
      t.bigInteger('ended_at');
      t.index(['tenant_id', 'started_at', 'id'], names('publication_periods_started'));
      t.index(['tenant_id', 'group_id', 'started_at', 'id'], names('publication_periods_group'));
      t.index(['tenant_id', 'profile_id', 'started_at'], names('publication_periods_profile'));
    });

    // Versions that show variants. An experiment lasts while visitors get its version, as the periods say.
    await create('experiments', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('version').notNullable();
      // The share by which variants are compared: accepted or answered.
      t.string('goal', 16).notNullable();
      // JSON array: id and name of each variant.
      t.text('variants', 'longtext').notNullable();
      t.string('started_by', 64);
      t.string('started_by_email', 254);
      t.bigInteger('started_at').notNullable();
      // The variant that an operator kept; null while it runs, and where a publication ended it.
      t.string('kept', 1);
      t.primary(['tenant_id', 'profile_id', 'version'], names('experiments_pk'));
    });

    // One row for each (tenant, group) that was ever published: its row lock orders publications.
    await create('publications', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('group_id', 64).notNullable();
      t.integer('revision').notNullable();
      t.primary(['tenant_id', 'group_id'], names('publications_pk'));
    });

    // Publications that wait for a second person: at most one for each profile.
    await create('publication_requests', (t) => {
      t.string('id', 64).notNullable();
      t.string('tenant_id', 64).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('version').notNullable();
      // Null: as the versions were saved.
      t.boolean('require_reconsent');
      t.text('note');
      t.string('requested_by', 64);
      t.string('requested_by_email', 254);
      t.bigInteger('created_at').notNullable();
      t.primary(['tenant_id', 'profile_id'], names('publication_requests_pk'));
      t.unique(['id'], { indexName: names('publication_requests_id') });
    });

    // Publications after which the host's CDN has not been purged yet; usually no row.
    await create('purges', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('group_id', 64).notNullable();
      t.string('request_id', 64).notNullable();
      // JSON array: names of the files that caches may still have.
      t.text('files', 'longtext').notNullable();
      // Failed attempts; null until a process has seen the row.
      t.integer('failures');
      // End of the pause, or of the claim of a process.
      t.bigInteger('due_at').notNullable();
      t.primary(['tenant_id', 'group_id'], names('purges_pk'));
    });

    await create('consent_templates', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('name', 200).notNullable();
      t.text('cookies', 'longtext').notNullable();
      t.text('categories', 'longtext').notNullable();
      t.text('services', 'longtext').notNullable();
      times(t);
      t.index(['tenant_id', 'created_at'], names('consent_templates_created'));
    });

    await create('ui_templates', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('name', 200).notNullable();
      t.text('main_banner', 'longtext').notNullable();
      t.text('preference_modal', 'longtext').notNullable();
      t.text('theme', 'longtext').notNullable();
      // JSON array: who made the latest changes, and the hash of what each replaced.
      t.text('changes', 'longtext').notNullable();
      times(t);
      t.index(['tenant_id', 'created_at'], names('ui_templates_created'));
    });

    // Keys by which files of `pull` and `push` name profiles and templates, and hashes of what was last pushed.
    await create('configuration_keys', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('kind', 32).notNullable();
      t.string('resource_id', 64).notNullable();
      t.string('config_key', 64).notNullable();
      t.string('pushed_content', 32);
      t.string('pushed_published', 32);
      t.primary(['tenant_id', 'kind', 'config_key'], names('configuration_keys_pk'));
      t.unique(['tenant_id', 'kind', 'resource_id'], { indexName: names('configuration_keys_resource') });
    });

    await create('consents', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('visitor_id', 128).notNullable();
      t.string('subject_id', 128);
      t.string('profile_id', 64).notNullable();
      t.integer('profile_version').notNullable();
      // The variant of an experiment that the visitor was shown; null: none.
      t.string('variant', 1);
      t.string('group_id', 64);
      t.string('locale', 35).notNullable();
      t.text('consent_json', 'mediumtext').notNullable();
      // Answers about services, as a JSON object of booleans; null: the profile asked about categories only.
      t.text('services', 'mediumtext');
      // Names of its categories and its locale in statistics, as JSON; null: unchanged.
      t.text('counted_as', 'mediumtext');
      // 'in' = every optional category granted, 'out' = none, 'partial' = some, 'none' = a notice without a
      // choice.
      t.string('choice', 8).notNullable();
      t.boolean('gpc_detected').notNullable();
      t.boolean('gpc_override');
      // Whether the browser sent the signal when the visitor decided, where `gpc_detected` reports something else since a
      // change; null: they agree.
      t.boolean('decided_with_signal');
      // Since when the signal opts this record and its user out: the decision was made with it and without an override, or
      // a record of the same user that is gone left it behind. Null: it does not.
      t.bigInteger('gpc_signal_at');
      t.string('source', 16).notNullable();
      // Who wrote the decision: visitor, apiKey (with its id) or import.
      t.string('written_by', 16).notNullable().defaultTo('visitor');
      t.string('api_key_id', 64);
      // How and where in the banner the visitor decided, as the page reports it.
      t.string('method', 16);
      t.string('layer', 16);
      // Of an account's record, the visitor id of the device that decided; null: of several, of one that was erased, or no
      // account.
      t.string('device_id', 128);
      t.boolean('age_verified');
      t.text('tcf_string', 'mediumtext');
      t.text('gpp_string', 'mediumtext');
      t.string('country', 2);
      t.string('region', 3);
      // HMAC-SHA-256 in hex of the visitor's last address; no table contains a raw IP address.
      t.string('ip_hash', 64);
      // The decision came from a request that only named the visitor, without the cookie or an API key.
      t.boolean('by_stranger').notNullable().defaultTo(false);
      // Number of writes of this record; orders its history independently of the clock.
      t.integer('revision').notNullable();
      // The circumstances of the first decision: when the service received it, whether the request proved that it
      // came from the visitor, and the hash of its submission as in the history.
      t.bigInteger('first_received_at').notNullable();
      t.boolean('first_proven').notNullable();
      t.string('submission_hash', 32);
      times(t);
      t.unique(['submission_hash'], { indexName: names('consents_submission') });
      t.unique(['tenant_id', 'visitor_id'], { indexName: names('consents_visitor') });
      // Finds the record when the visitor's request does not name a tenant.
      t.index(['visitor_id'], names('consents_any_visitor'));
      t.index(['tenant_id', 'created_at', 'id'], names('consents_created'));
      t.index(['tenant_id', 'profile_id', 'created_at', 'id'], names('consents_profile'));
      // Only the records of users that the host has named, except on MySQL.
      const named = schema.where('subject_id is not null');
      t.index(['tenant_id', 'subject_id', 'created_at', 'id'], names('consents_subject'), named);
      t.index(['tenant_id', 'subject_id', 'gpc_signal_at'], names('consents_subject_signal'), named);
      t.index(['tenant_id', 'updated_at'], names('consents_updated'));
      // Finds the accounts that an erased device followed.
      t.index(['device_id'], names('consents_device'), schema.where('device_id is not null'));
    });

    // The states of records that have changed. The only state of another record is the record itself.
    await create('consent_history', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('visitor_id', 128).notNullable();
      t.string('consent_id', 64).notNullable();
      t.integer('revision').notNullable();
      t.string('action', 16).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('profile_version').notNullable();
      // The variant of an experiment that the visitor was shown; null: none.
      t.string('variant', 1);
      t.string('group_id', 64);
      t.string('locale', 35).notNullable();
      t.text('consent_json', 'mediumtext').notNullable();
      // Answers about services, as a JSON object of booleans; null: the profile asked about categories only.
      t.text('services', 'mediumtext');
      // Names of its categories and its locale in statistics, as JSON; null: unchanged.
      t.text('counted_as', 'mediumtext');
      t.string('choice', 8).notNullable();
      t.boolean('gpc_detected').notNullable();
      t.boolean('gpc_override');
      // As in `consents`; null: as in gpc_detected.
      t.boolean('decided_with_signal');
      t.string('source', 16).notNullable();
      // Who wrote this state: visitor, apiKey (with its id) or import.
      t.string('written_by', 16).notNullable().defaultTo('visitor');
      t.string('api_key_id', 64);
      // How and where in the banner the visitor decided, as the page reports it.
      t.string('method', 16);
      t.string('layer', 16);
      // Of an account's record, the visitor id of the device that decided, or that follows the account from now on.
      t.string('device_id', 128);
      t.boolean('age_verified');
      t.text('tcf_string', 'mediumtext');
      t.text('gpp_string', 'mediumtext');
      t.string('country', 2);
      t.boolean('ownership_proven').notNullable();
      // False: the choices stayed, and only something else about the record changed.
      t.boolean('is_decision').notNullable().defaultTo(true);
      // The request only named the visitor, without the cookie or an API key.
      t.boolean('by_stranger').notNullable().defaultTo(false);
      // First half of an HMAC-SHA-256 in hex of the browser's id of a submission, so that a repetition is recognised.
      // That of the first state stays with the record.
      t.string('submission_hash', 32);
      // Time at which the service received it; created_at is the time of the decision.
      t.bigInteger('received_at').notNullable().defaultTo(0);
      t.bigInteger('created_at').notNullable();
      t.unique(['submission_hash'], { indexName: names('consent_history_submission') });
      t.unique(['consent_id', 'revision'], { indexName: names('consent_history_revision') });
      t.index(['tenant_id', 'created_at', 'id'], names('consent_history_created'));
      t.index(['device_id'], names('consent_history_device'), schema.where('device_id is not null'));
    });

    // The host's users who have signed in: the visitor whose record holds the choice for all devices of the user.
    await create('accounts', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('subject_id', 128).notNullable();
      t.string('visitor_id', 128).notNullable();
      // When a device last signed in.
      t.bigInteger('linked_at').notNullable();
      t.primary(['tenant_id', 'subject_id'], names('accounts_pk'));
      t.unique(['tenant_id', 'visitor_id'], { indexName: names('accounts_visitor') });
      t.index(['tenant_id', 'linked_at'], names('accounts_linked'));
    });

    // State of parental consents, in one place so that a submission and a resolve cannot miss each other.
    await create('parental_consents', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('visitor_id', 128).notNullable();
      t.string('profile_id', 64).notNullable();
      // Null: a submission contained a token that has not been resolved yet.
      t.bigInteger('granted_at');
      // `granted:` and JSON: the categories to which the parent did not agree, and the version that has them; null: to all.
      t.text('answer', 'mediumtext');
      // JSON: the answers before it, oldest first; null: none.
      t.text('earlier_answers', 'mediumtext');
      // Revision of the record at that time; null without a record.
      t.integer('granted_revision');
      // Time of the last request or new answer.
      t.bigInteger('updated_at').notNullable();
      t.primary(['visitor_id', 'tenant_id', 'profile_id'], names('parental_consents_pk'));
      t.index(['tenant_id', 'granted_at', 'updated_at'], names('parental_consents_granted'));
    });

    await create('users', (t) => {
      t.string('id', 64).primary();
      t.string('name', 200).notNullable();
      // Lower-cased.
      t.string('email', 254).notNullable();
      // Whether a provider or an operator has confirmed that the address belongs to the user.
      t.boolean('email_verified').notNullable();
      t.string('password_hash', 255);
      // 'all', 'listed' or 'none': an empty list alone could mean all or none.
      t.string('tenant_access', 8).notNullable();
      t.text('allowed_tenants', 'longtext').notNullable();
      t.string('provider', 16).notNullable();
      t.string('identity_issuer', 255);
      t.string('identity_subject', 255);
      // Both encrypted; the pending secret replaces the other one after a code has been verified.
      t.text('totp_secret');
      t.text('totp_pending_secret');
      t.boolean('totp_enabled').notNullable();
      t.bigInteger('totp_last_step');
      t.boolean('active').notNullable();
      t.bigInteger('last_login_at');
      times(t);
      t.unique(['email'], { indexName: names('users_email') });
      t.unique(['identity_issuer', 'identity_subject'], { indexName: names('users_identity') });
    });

    await create('roles', (t) => {
      t.string('id', 64).primary();
      t.string('name', 100).notNullable();
      t.string('description', 500);
      t.boolean('built_in').notNullable();
      times(t);
      t.unique(['name'], { indexName: names('roles_name') });
    });

    await create('role_permissions', (t) => {
      t.string('role_id', 64).notNullable();
      t.string('permission_id', 64).notNullable();
      t.primary(['role_id', 'permission_id'], names('role_permissions_pk'));
    });

    await create('user_roles', (t) => {
      t.string('user_id', 64).notNullable();
      t.string('role_id', 64).notNullable();
      t.primary(['user_id', 'role_id'], names('user_roles_pk'));
      t.index(['role_id'], names('user_roles_role'));
    });

    await create('sessions', (t) => {
      t.string('id', 64).primary();
      t.string('user_id', 64).notNullable();
      t.bigInteger('created_at').notNullable();
      t.bigInteger('expires_at').notNullable();
      // Latest end, which a refresh does not change.
      t.bigInteger('ends_at').notNullable();
      // When the user last proved who they are: at the sign-in, or since by a password or a one-time code.
      t.bigInteger('proven_at').notNullable();
      t.bigInteger('revoked_at');
      t.index(['user_id'], names('sessions_user'));
      t.index(['ends_at'], names('sessions_ends'));
    });

    // Links with which users choose a password that have been neither used nor revoked.
    await create('account_links', (t) => {
      t.string('id', 64).primary();
      t.string('user_id', 64).notNullable();
      t.string('purpose', 16).notNullable();
      // HMAC-SHA-256 of the token, and the id of the key.
      t.string('token_hash', 72).notNullable();
      t.string('made_by', 64).notNullable();
      // Permission that the maker needed.
      t.string('permission', 64).notNullable();
      t.bigInteger('created_at').notNullable();
      t.bigInteger('expires_at').notNullable();
      t.unique(['user_id', 'purpose'], { indexName: names('account_links_user') });
      t.unique(['token_hash'], { indexName: names('account_links_token') });
      t.index(['made_by'], names('account_links_maker'));
      t.index(['expires_at'], names('account_links_expires'));
    });

    await create('login_attempts', (t) => {
      // HMAC-SHA-256 of the counter's name: an account, an address, or both.
      t.string('key_hash', 64).primary();
      // Failures and attempts in progress.
      t.integer('attempts').notNullable();
      t.integer('failures').notNullable();
      t.bigInteger('window_ends_at').notNullable();
      t.index(['window_ends_at'], names('login_attempts_window'));
    });

    await create('sso_requests', (t) => {
      t.string('id', 128).primary();
      t.text('value', 'longtext').notNullable();
      t.bigInteger('expires_at').notNullable();
      t.index(['expires_at'], names('sso_requests_expires'));
    });

    await create('api_keys', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('name', 200).notNullable();
      t.string('prefix', 32).notNullable();
      t.string('key_hash', 64).notNullable();
      // JSON array of permissions; null: everything on the public API, nothing else.
      t.text('scopes');
      // The person for whom a key with scopes acts: it can do no more than they can.
      t.string('holder_id', 64);
      t.bigInteger('revoked_at');
      t.bigInteger('expire_by');
      t.bigInteger('last_used_at');
      t.bigInteger('created_at').notNullable();
      t.unique(['prefix'], { indexName: names('api_keys_prefix') });
      t.index(['tenant_id', 'created_at'], names('api_keys_created'));
    });

    // One row for each erasure that has a certificate: of a visitor, or of a host's user on all devices.
    await create('erasures', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      // Keyed hash of the host's id of the user; null: one visitor was erased.
      t.string('subject_hash', 64);
      t.string('erased_by', 10).notNullable();
      t.string('user_id', 64);
      t.string('user_email', 254);
      t.string('api_key_id', 64);
      t.boolean('ownership_proven');
      t.string('reason', 500);
      // Sums over the visitors.
      t.integer('visitors').notNullable();
      t.integer('records').notNullable();
      t.integer('states').notNullable();
      t.integer('parental_requests').notNullable();
      t.bigInteger('created_at').notNullable();
      // When the last visitor was erased; null: the erasure is in progress, or was interrupted.
      t.bigInteger('completed_at');
      t.index(['tenant_id', 'created_at', 'id'], names('erasures_created'));
      t.index(['tenant_id', 'subject_hash', 'created_at'], names('erasures_subject'));
    });

    // The visitors of an erasure, by the keyed hash that stands for each in the audit log.
    await create('erased_visitors', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('erasure_id', 64).notNullable();
      t.string('visitor_hash', 64).notNullable();
      t.integer('records').notNullable();
      t.integer('states').notNullable();
      t.integer('parental_requests').notNullable();
      t.bigInteger('created_at').notNullable();
      t.index(['tenant_id', 'erasure_id', 'id'], names('erased_visitors_erasure'));
    });

    await create('audit', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      // Position in the tenant's hash chain.
      t.bigInteger('sequence').notNullable();
      t.string('action', 64).notNullable();
      t.string('resource_type', 64).notNullable();
      t.string('resource_id', 128);
      // Its name at the time, which outlives the resource.
      t.string('resource_name', 200);
      t.string('user_id', 64);
      t.string('user_email', 254);
      t.text('changes', 'longtext').notNullable();
      t.string('request_id', 128);
      t.bigInteger('created_at').notNullable();
      t.string('hash', 64).notNullable();
      t.string('previous_hash', 64).notNullable();
      t.unique(['tenant_id', 'sequence'], { indexName: names('audit_sequence') });
      t.index(['tenant_id', 'created_at', 'id'], names('audit_created'));
      // The log is rarely written and read to find out who made a change, so each filter has an index.
      t.index(['tenant_id', 'action', 'created_at', 'id'], names('audit_action'));
      t.index(['tenant_id', 'resource_type', 'created_at', 'id'], names('audit_resource_type'));
      t.index(['tenant_id', 'resource_id', 'created_at', 'id'], names('audit_resource_id'));
      t.index(['tenant_id', 'user_id', 'created_at', 'id'], names('audit_user'));
    });

    // The head of the chain is stored separately, so that a removed tail is noticed; its row lock orders
    // writers.
    await create('audit_heads', (t) => {
      t.string('tenant_id', 64).primary();
      t.bigInteger('sequence').notNullable();
      t.string('hash', 64).notNullable();
    });

    // Changes of records that the sums do not include yet. Rows stay for about a second and name no visitor.
    await create('statistics_changes', (t) => {
      t.specificType('id', schema.types.rowNumber);
      t.string('tenant_id', 64).notNullable();
      // JSON array of changes, each with its counted facts before and after.
      t.text('changes', 'longtext').notNullable();
      t.index(['tenant_id', 'id'], names('statistics_changes_tenant'));
    });

    // Decisions per day: anonymous sums that erasure does not lower. An empty group means none.
    await create('daily_sums', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('day', 10).notNullable();
      t.string('profile_id', 64).notNullable();
      t.string('group_id', 64).notNullable();
      t.string('locale', 35).notNullable();
      t.integer('opted_in').notNullable();
      t.integer('opted_out').notNullable();
      t.integer('partial').notNullable();
      t.primary(['tenant_id', 'day', 'profile_id', 'group_id', 'locale'], names('daily_sums_pk'));
    });

    // What visitors did with banners, by hour and, once that is long ago, by day: anonymous sums. A `period` is a day or
    // an hour in UTC, such as 2026-03-29T14; an empty group, country, site or device is none or not known.
    await create('banner_sums', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('span', 4).notNullable();
      t.string('period', 13).notNullable();
      t.string('group_id', 64).notNullable();
      t.string('profile_id', 64).notNullable();
      t.integer('version').notNullable();
      t.string('country', 7).notNullable();
      t.string('locale', 35).notNullable();
      t.string('site', 300).notNullable();
      t.string('device', 7).notNullable();
      // Of an experiment; empty: none.
      t.string('variant', 1).notNullable();
      t.integer('shown').notNullable();
      t.integer('accepted').notNullable();
      t.integer('refused').notNullable();
      t.integer('saved').notNullable();
      t.integer('closed').notNullable();
      t.integer('withdrawn').notNullable();
      const key = [
        'span',
        'period',
        'group_id',
        'profile_id',
        'version',
        'country',
        'locale',
        'site',
        'device',
        'variant',
      ];
      t.primary(['tenant_id', ...key], names('banner_sums_pk'));
      t.index(['span', 'period'], names('banner_sums_period'));
    });

    // Counters over the current records: by choice, source, group, country, GPC and category.
    await create('current_sums', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('dimension', 32).notNullable();
      t.string('value', 128).notNullable();
      t.bigInteger('amount').notNullable();
      t.primary(['tenant_id', 'dimension', 'value'], names('current_sums_pk'));
      t.index(['tenant_id', 'dimension', 'amount', 'value'], names('current_sums_amount'));
    });

    await create('registrations', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('framework', 8).notNullable();
      t.string('hash', 64).notNullable();
      t.string('confirmed_by', 254);
      t.bigInteger('confirmed_at').notNullable();
      t.primary(['tenant_id', 'framework'], names('registrations_pk'));
    });

    // When pages of an origin last asked for their banner; at most some hundred rows for each tenant.
    await create('page_origins', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('origin', 300).notNullable();
      t.bigInteger('last_seen_at').notNullable();
      t.string('group_id', 64).notNullable();
      t.string('locale', 35).notNullable();
      t.boolean('listed').notNullable();
      t.primary(['tenant_id', 'origin'], names('page_origins_pk'));
    });

    // What pages did against the banner; at most some hundred rows for each tenant. The id is a hash of what makes
    // two findings the same, and created_at the time of the first.
    await create('findings', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('source', 16).notNullable();
      t.string('code', 40).notNullable();
      // Cookie, another kind of storage, or host.
      t.string('kind', 16).notNullable();
      t.string('name', 300).notNullable();
      t.string('directive', 40);
      t.string('page', 300).notNullable();
      t.string('category', 64);
      t.bigInteger('amount').notNullable();
      t.string('status', 16).notNullable();
      // Why it is ignored.
      t.text('reason');
      t.bigInteger('created_at').notNullable();
      t.bigInteger('last_seen_at').notNullable();
      t.index(['tenant_id', 'created_at', 'id'], names('findings_created'));
      t.index(['last_seen_at'], names('findings_seen'));
    });

    // When visits last showed a cookie that a published profile lists; one row for each of these names and each source,
    // written at most once a day. Days are those of UTC, such as `2026-11-27`. `since` begins the days without a long gap.
    await create('cookie_sightings', (t) => {
      t.string('tenant_id', 64).notNullable();
      t.string('source', 16).notNullable();
      t.string('name', 300).notNullable();
      t.string('since', 10).notNullable();
      t.string('seen_on', 10).notNullable();
      t.primary(['tenant_id', 'source', 'name'], names('cookie_sightings_pk'));
      t.index(['seen_on'], names('cookie_sightings_seen'));
    });

    // At most 50 for each tenant. Secrets are sealed.
    await create('webhooks', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('name', 200).notNullable();
      t.string('url', 2000).notNullable();
      // JSON array of event names.
      t.text('events').notNullable();
      t.boolean('enabled').notNullable();
      t.string('secret', 300).notNullable();
      // JSON array of replaced secrets that still sign messages.
      t.text('previous_secrets').notNullable();
      t.bigInteger('last_success_at');
      t.bigInteger('failing_since');
      t.string('last_error', 100);
      t.bigInteger('lost_at');
      times(t);
      t.index(['tenant_id', 'created_at'], names('webhooks_created'));
    });

    // Messages until they are delivered. Bodies are sealed, and the hashes are keyed: no row names a visitor.
    await create('webhook_messages', (t) => {
      t.string('id', 64).primary();
      t.string('tenant_id', 64).notNullable();
      t.string('webhook_id', 64).notNullable();
      t.string('event', 60).notNullable();
      t.string('visitor_hash', 64);
      // The device that decided for an account, whose id is in the body too.
      t.string('device_hash', 64);
      t.text('body', 'longtext').notNullable();
      t.string('status', 10).notNullable();
      // Time of the next attempt, or end of the claim of a process.
      t.bigInteger('due_at').notNullable();
      t.integer('attempts').notNullable();
      t.string('last_error', 100);
      t.bigInteger('created_at').notNullable();
      t.index(['status', 'webhook_id', 'due_at'], names('webhook_messages_due'));
      t.index(['tenant_id', 'webhook_id', 'status', 'created_at'], names('webhook_messages_of'));
      // Those that count for the limit of a queue, without the erasures, which do not.
      t.index(['tenant_id', 'webhook_id', 'event'], names('webhook_messages_event'));
      t.index(['tenant_id', 'visitor_hash'], names('webhook_messages_visitor'));
      t.index(['tenant_id', 'device_hash'], names('webhook_messages_device'));
      t.index(['status', 'created_at'], names('webhook_messages_created'));
    });

    // Number of changes to data that processes cache, so that each notices the others' changes with one small
    // read.
    await create('revisions', (t) => {
      t.string('name', 64).primary();
      t.bigInteger('revision').notNullable();
    });

    // Random values that all processes share and that are not configured.
    await create('secrets', (t) => {
      t.string('name', 64).primary();
      t.string('value', 255).notNullable();
    });

    // Work that only one process can do at a time: its holder, and the end of the lease.
    await create('leases', (t) => {
      t.string('name', 64).primary();
      t.string('holder', 64);
      t.bigInteger('held_until').notNullable();
    });

    // Objects of the database storage.
    await create('files', (t) => {
      t.specificType('object_key', schema.types.storageKey).notNullable().primary();
      t.specificType('body', schema.types.bytes).notNullable();
      t.bigInteger('modified_at').notNullable();
    });

    // Always empty: at start each kind of value is written, read and rolled back.
    await create('value_checks', (t) => {
      t.string('id', 64).primary();
      t.string('short_text', 200);
      t.text('long_text', 'longtext');
      t.integer('whole');
      t.bigInteger('large');
      t.boolean('flag');
      t.specificType('body', schema.types.bytes);
    });

    await schema.refuseChanges('audit');

    await createAnalystViews(schema);
  },

  async down(schema) {
    await dropAnalystViews(schema);
    await schema.allowChanges('audit');
    for (const table of [
      'value_checks',
      'files',
      'leases',
      'secrets',
      'revisions',
      'webhook_messages',
      'webhooks',
      'cookie_sightings',
      'findings',
      'page_origins',
      'registrations',
      'current_sums',
      'banner_sums',
      'daily_sums',
      'statistics_changes',
      'audit_heads',
      'audit',
      'api_keys',
      'sso_requests',
      'login_attempts',
      'account_links',
      'sessions',
      'user_roles',
      'role_permissions',
      'roles',
      'users',
      'erased_visitors',
      'erasures',
      'accounts',
      'parental_consents',
      'consent_history',
      'consents',
      'configuration_keys',
      'ui_templates',
      'consent_templates',
      'purges',
      'publications',
      'publication_requests',
      'experiments',
      'publication_periods',
      'profile_versions',
      'profiles',
      'settings',
      'tenants',
    ] as const) {
      await schema.drop(table);
    }
  },
};

function times(t: Knex.CreateTableBuilder): void {
  t.bigInteger('created_at').notNullable();
  t.bigInteger('updated_at').notNullable();
}
