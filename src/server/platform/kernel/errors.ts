import type { BrokenRule } from './fault-rules';

/**
 * One error class and one table of codes. The body of every error response is
 * `{ error: <sentence for a person>, code: <stable word>, ... }`. docs/reference/errors.md is generated from
 * this table.
 */

export interface ErrorCodeEntry {
  readonly status: number;
  /** Default message, used when the error is created without one. */
  readonly message: string;
}

export const errorCodes = {
  validation_failed: { status: 400, message: 'The request is not valid; see `details`.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  malformed_url: { status: 400, message: 'The request path cannot be decoded.' },
  invalid_parental_token: {
    status: 400,
    message: 'The parental-consent token is forged, has expired or was issued for someone else.',
  },
  wrong_password: { status: 400, message: 'The current password is wrong.' },
  invalid_account_link: {
    status: 400,
    message: 'This link is not valid, has expired or was used before; ask for a new one.',
  },
  invalid_totp_code: { status: 400, message: 'The code is wrong or has already been used.' },
  import_invalid: { status: 422, message: 'The file or its mapping cannot be used.' },
  invalid_tc_string: { status: 400, message: 'The TC string is not valid; see `reason`.' },
  invalid_gpp_string: { status: 400, message: 'The GPP string is not valid; see `reason`.' },
  unauthenticated: { status: 401, message: 'Sign in first: the request has no valid access token.' },
  api_key_required: { status: 401, message: 'This route requires an API key.' },
  invalid_api_key: { status: 401, message: 'The API key is unknown, revoked or expired.' },
  forbidden: { status: 403, message: 'Your roles do not include the permission that this requires.' },
  reauthentication_required: {
    status: 403,
    message:
      'Confirm that it is you: sign in again, or send one of the proofs listed in `accepts` to `POST /auth/confirm`, and repeat the request.',
  },
  identity_conflict: {
    status: 403,
    message: 'This email address belongs to a user with another identity at the provider.',
  },
  own_approval: {
    status: 403,
    message:
      'You asked for this publication or saved some of what it publishes, so somebody else must approve it.',
  },
  tenant_forbidden: { status: 403, message: 'You do not have access to this tenant.' },
  visitor_cookie_required: {
    status: 403,
    message: 'The visitor cookie is missing or belongs to another visitor.',
  },
  receipt_disabled: { status: 403, message: 'This site does not offer receipts.' },
  origin_not_allowed: { status: 403, message: 'Requests from this origin are not allowed.' },
  route_not_found: { status: 404, message: 'Route not found.' },
  auth_mode_disabled: {
    status: 404,
    message: 'This route belongs to a sign-in mode that is not configured.',
  },
  profile_not_found: { status: 404, message: 'Profile not found.' },
  experiment_not_found: { status: 404, message: 'This version of the profile does not show variants.' },
  version_not_found: { status: 404, message: 'This profile has no such version.' },
  publication_request_not_found: {
    status: 404,
    message: 'No such request waits for approval; somebody has decided on it, or it was taken back.',
  },
  publication_not_found: { status: 404, message: 'No publication of this group began at this time.' },
  locale_file_not_found: { status: 404, message: 'No locale file is published at this path.' },
  erasure_not_found: {
    status: 404,
    message: 'No certificate of an erasure has this number, or the code is not that of the certificate.',
  },
  consent_not_found: { status: 404, message: 'No consent record exists for this visitor.' },
  consent_template_not_found: { status: 404, message: 'Consent template not found.' },
  ui_template_not_found: { status: 404, message: 'UI template not found.' },
  user_not_found: { status: 404, message: 'User not found.' },
  session_not_found: { status: 404, message: 'Session not found.' },
  identity_not_found: { status: 404, message: 'This user has no identity at a sign-in provider.' },
  link_not_found: { status: 404, message: 'This user has no such link; it has ended.' },
  role_not_found: { status: 404, message: 'Role not found.' },
  permission_not_found: { status: 404, message: 'The role does not have this permission.' },
  api_key_not_found: { status: 404, message: 'API key not found.' },
  webhook_not_found: { status: 404, message: 'Webhook not found.' },
  finding_not_found: { status: 404, message: 'Finding not found.' },
  tenant_not_found: { status: 404, message: 'Tenant not found.' },
  tcf_disabled: { status: 404, message: 'TCF is disabled; set `tcf.enabled` to use it.' },
  tcf_list_not_found: {
    status: 404,
    message:
      'No vendor list of this version is available for this profile. Use `tcf.listVersion` of `GET /bootstrap`.',
  },
  cmp_not_listed: { status: 404, message: 'The current CMP list does not contain `tcf.cmpId`.' },
  gpp_disabled: { status: 404, message: 'GPP is disabled; set `gpp.enabled` to use it.' },
  translation_disabled: {
    status: 404,
    message: 'No translation service is set up; pass the function `translate` in the configuration.',
  },
  auto_disabled: {
    status: 404,
    message: 'Automatic profiles are disabled; set `compliance.type` to "auto" to use them.',
  },
  method_not_allowed: { status: 405, message: 'Method not allowed for this path.' },
  not_acceptable: {
    status: 406,
    message: 'None of the encodings in Accept-Encoding is available.',
  },
  single_tenant: {
    status: 409,
    message: 'This service has a single tenant; set `tenancy.enabled` to use more.',
  },
  visitor_erased: {
    status: 409,
    message: 'The visitor was erased after this decision, so it was not stored; ask again.',
  },
  experiment_running: {
    status: 409,
    message: 'An experiment with this profile is running; end it first.',
  },
  experiment_needs_live_version: {
    status: 409,
    message:
      'Visitors must get the current version of the profile; publish it first, then start the experiment.',
  },
  experiment_ended: {
    status: 409,
    message: 'This experiment has ended: visitors get another version, or none.',
  },
  cmp_deregistered: { status: 409, message: 'The CMP list marks `tcf.cmpId` as deregistered.' },
  already_exists: { status: 409, message: 'This value is already in use.' },
  approval_required: {
    status: 409,
    message: 'This tenant publishes only what a second person has approved; request the publication instead.',
  },
  approval_pending: { status: 409, message: 'This version already waits for approval.' },
  approver_missing: {
    status: 409,
    message: 'Nobody else could approve: give the permission profiles:approve to a second person first.',
  },
  version_conflict: {
    status: 412,
    message: 'Someone else has saved this in the meantime; read it again first.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  profile_invalid: { status: 422, message: 'The profile cannot be saved; see `errors`.' },
  compliance_group_required: {
    status: 422,
    message: 'Choose a compliance group before activating the profile.',
  },
  active_group_change: {
    status: 422,
    message: 'Deactivate the profile before changing its compliance group.',
  },
  webhook_limit: { status: 422, message: 'This tenant has 50 webhooks already; delete one first.' },
  default_locale_content_missing: {
    status: 422,
    message: 'To change the default locale, send its content in `profileJson`.',
  },
  template_in_use: {
    status: 422,
    message: 'Active profiles use this template; link them to another one or deactivate them first.',
  },
  parameters_required: {
    status: 422,
    message: 'Profiles that use this template need parameters that this change removes.',
  },
  buttons_in_use: {
    status: 422,
    message: 'Active profiles use this template, so its buttons cannot be removed or reordered.',
  },
  ui_template_invalid: { status: 422, message: 'The UI template cannot be saved; see `errors`.' },
  default_tenant: { status: 422, message: 'The default tenant cannot be deleted.' },
  tenant_in_use: {
    status: 422,
    message: 'This tenant has active profiles; deactivate them first.',
  },
  last_superadmin: { status: 422, message: 'This is the last active superadmin; create another one first.' },
  role_built_in: { status: 422, message: 'Built-in roles cannot be changed; create your own role instead.' },
  role_in_use: { status: 422, message: 'Users have this role; remove it from them first.' },
  dashboard_address_unknown: {
    status: 422,
    message:
      'The link would lead to an address that is not known to be yours. Set `dashboard.url`, or list the origin of the dashboard in `adminAllowedOrigins`.',
  },
  totp_not_set_up: {
    status: 422,
    message: 'Set up an authenticator app first.',
  },
  rate_limited: { status: 429, message: 'Too many requests; try again later.' },
  body_already_read: {
    status: 500,
    message:
      'Middleware in front of the consent service consumed the request body; mount the routers before it.',
  },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  optional_dependency_missing: {
    status: 501,
    message: 'This requires an optional package that is not installed.',
  },
  sign_in_misconfigured: {
    status: 501,
    message:
      'Sign-in is not set up correctly: the identity provider’s own settings do not match the configuration. The log of the service says what differs.',
  },
  receipt_font_missing: {
    status: 501,
    message: 'No configured font covers the script of this document; add one to `receipts.fonts`.',
  },
  translation_failed: {
    status: 502,
    message:
      'The translation service did not answer correctly; try again later. The log of the service says what went wrong.',
  },
  unavailable: { status: 503, message: 'The service is not available right now; try again shortly.' },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** One fault of a request: the path of the value, what is wrong with it, and the rule that it breaks. */
export interface FaultDetail extends BrokenRule {
  readonly path: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  readonly message?: string;
  /**
   * Keys of the response body in addition to `error` and `code`. Never contains secrets or visitor content.
   */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly cause?: unknown;
}

/** Default `Retry-After` of a 503 response (s; RFC 9110, section 10.2.3). */
export const defaultRetrySeconds = 5;

/**
 * The only error that services throw on purpose; the HTTP layer turns it into its status, code and body.
 *
 * @example
 * // In a storage adapter that cannot reach its server:
 * throw new ServiceError('unavailable', { cause: error });
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[]>>;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.body = options.body ?? {};
    this.headers =
      this.status === 503
        ? { 'Retry-After': String(defaultRetrySeconds), ...options.headers }
        : (options.headers ?? {});
  }
}

/** Creates a 400 `validation_failed` that lists the faults. */
export function validationFailed(...details: FaultDetail[]): ServiceError {
  return new ServiceError('validation_failed', { body: { details } });
}

/** Creates a 401 error with `WWW-Authenticate`, which RFC 9110 requires. */
export function unauthenticated(
  message?: string,
  body: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ServiceError {
  return new ServiceError('unauthenticated', {
    headers: { 'WWW-Authenticate': 'Bearer' },
    body,
    cause,
    ...(message === undefined ? {} : { message }),
  });
}

/** The cause of an error that refuses a key which was valid once, for the audit log. */
export class RefusedKey {
  constructor(
    readonly keyId: string,
    readonly status: 'revoked' | 'expired',
  ) {}
}

/** Creates the 403 of an API key whose holder has not signed in at the provider for a long time. */
export const keyRests = (): ServiceError =>
  new ServiceError('forbidden', {
    message:
      'The person for whom this API key acts has not signed in for a long time. The key works again after the next sign-in.',
  });

/**
 * Creates a 409 `already_exists` for a value that must be unique.
 * @param path of the value in the request
 */
export function alreadyExists(path: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError('already_exists', {
    message,
    body: { details: [{ path, message, rule: 'taken' } satisfies FaultDetail] },
    cause,
  });
}

export interface UnavailableOptions extends Pick<ServiceErrorOptions, 'message' | 'cause'> {
  /** Time after which a retry makes sense (s). Default: `defaultRetrySeconds`. */
  readonly retryAfterSeconds?: number;
}

/** Creates a 503 `unavailable` with a `Retry-After` header. */
export function unavailable({
  retryAfterSeconds = defaultRetrySeconds,
  ...options
}: UnavailableOptions = {}): ServiceError {
  return new ServiceError('unavailable', {
    ...options,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/**
 * A fault of the installation, described for its operator. The message names settings, files and packages,
 * never visitor data or secrets, so it can be logged.
 */
export class SetupError extends Error {
  override readonly name: string = 'SetupError';
}
