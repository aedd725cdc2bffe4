/**
 * One error class and one table of codes. Every error answer is
 * `{ error: <sentence for a person>, code: <stable word>, ... }`; docs/reference/errors.md is held against
 * this table.
 */

export interface ErrorCodeEntry {
  readonly status: number;
  /** Sentence used when the thrower gives none. */
  readonly message: string;
}

export const errorCodes = {
  validation_failed: { status: 400, message: 'The request does not have the expected form.' },
  malformed_json: { status: 400, message: 'The request body is not well-formed JSON.' },
  malformed_url: { status: 400, message: 'The request path cannot be decoded.' },
  invalid_parental_token: {
    status: 400,
    message: 'The parental-consent token is forged, expired or made for someone else.',
  },
  wrong_password: { status: 400, message: 'The current password is wrong.' },
  invalid_totp_code: { status: 400, message: 'The code is wrong or was used before.' },
  invalid_tc_string: { status: 400, message: 'The TC string does not hold: see reason.' },
  invalid_gpp_string: { status: 400, message: 'The GPP string does not hold: see reason.' },
  unauthenticated: { status: 401, message: 'Sign in first: no valid access token was sent.' },
  api_key_required: { status: 401, message: 'Only servers with an API key may ask this.' },
  invalid_api_key: { status: 401, message: 'The API key is unknown, revoked or expired.' },
  forbidden: { status: 403, message: 'Your roles do not allow this.' },
  reauthentication_required: {
    status: 403,
    message: 'Prove that it is you: this change needs what `accepts` lists.',
  },
  identity_conflict: {
    status: 403,
    message: 'This e-mail address belongs to a user who signs in as someone else.',
  },
  tenant_forbidden: { status: 403, message: 'This tenant is outside your scope.' },
  visitor_cookie_required: {
    status: 403,
    message: 'The visitor cookie is missing or belongs to another visitor.',
  },
  receipt_disabled: { status: 403, message: 'This site does not offer receipts.' },
  origin_not_allowed: { status: 403, message: 'Requests from this origin are not allowed.' },
  route_not_found: { status: 404, message: 'There is no such route.' },
  auth_mode_disabled: {
    status: 404,
    message: 'This route belongs to another way of signing in than the one that is configured.',
  },
  profile_not_found: { status: 404, message: 'There is no such profile.' },
  version_not_found: { status: 404, message: 'There is no such version of this profile.' },
  locale_file_not_found: { status: 404, message: 'No locale file is published at this path.' },
  consent_not_found: { status: 404, message: 'There is no consent record of this visitor.' },
  consent_template_not_found: { status: 404, message: 'There is no such consent template.' },
  ui_template_not_found: { status: 404, message: 'There is no such UI template.' },
  user_not_found: { status: 404, message: 'There is no such user.' },
  session_not_found: { status: 404, message: 'You have no such session.' },
  identity_not_found: { status: 404, message: 'This user has no identity at a provider.' },
  role_not_found: { status: 404, message: 'There is no such role.' },
  permission_not_found: { status: 404, message: 'The role does not hold this permission.' },
  api_key_not_found: { status: 404, message: 'There is no such API key.' },
  tenant_not_found: { status: 404, message: 'There is no such tenant.' },
  tcf_disabled: { status: 404, message: 'TCF is off: tcf.enabled is not set.' },
  cmp_not_listed: { status: 404, message: 'The current CMP list has no entry of tcf.cmpId.' },
  gpp_disabled: { status: 404, message: 'GPP is off: gpp.enabled is not set.' },
  auto_disabled: { status: 404, message: 'Automatic profiles are off: compliance.type is not "auto".' },
  method_not_allowed: { status: 405, message: 'This path does not take this method.' },
  not_acceptable: {
    status: 406,
    message: 'Accept-Encoding refuses every encoding that we have, plain bytes included.',
  },
  single_tenant: { status: 409, message: 'This service has one tenant: tenancy.enabled is off.' },
  cmp_deregistered: { status: 409, message: 'The CMP list has tcf.cmpId as deregistered.' },
  already_exists: { status: 409, message: 'Another one has this value already, and it must be unique.' },
  version_conflict: {
    status: 412,
    message: 'Someone else saved this profile meanwhile; read it again first.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  profile_invalid: { status: 422, message: 'The profile cannot be saved as it is.' },
  compliance_group_required: {
    status: 422,
    message: 'Choose a compliance group before activating the profile.',
  },
  active_group_change: {
    status: 422,
    message: 'Deactivate the profile before changing its compliance group.',
  },
  default_locale_content_missing: {
    status: 422,
    message: 'Changing the default locale needs its content in profileJson.',
  },
  template_in_use: {
    status: 422,
    message: 'Active profiles use this template: link them to another one or deactivate them first.',
  },
  parameters_required: {
    status: 422,
    message: 'Profiles that use this template need parameters that the change takes away.',
  },
  buttons_in_use: {
    status: 422,
    message:
      'Active profiles label the buttons of this template by their place: none may be removed or change places.',
  },
  default_tenant: { status: 422, message: 'The default tenant cannot be deleted.' },
  tenant_in_use: {
    status: 422,
    message: 'Visitors are served profiles of this tenant: deactivate them first.',
  },
  last_superadmin: { status: 422, message: 'This is the last active superadmin: make another one first.' },
  role_built_in: { status: 422, message: 'Built-in roles are fixed: make a role of your own instead.' },
  role_in_use: { status: 422, message: 'Users hold this role: take it from them first.' },
  totp_not_set_up: {
    status: 422,
    message: 'Set up an authenticator app first: there is no secret to verify.',
  },
  rate_limited: { status: 429, message: 'Too many requests; try again later.' },
  body_already_read: {
    status: 500,
    message:
      'Something in front of the consent service read the request body without leaving it parsed: mount the routers before it.',
  },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  optional_dependency_missing: {
    status: 501,
    message: 'This needs an optional package that is not installed.',
  },
  receipt_font_missing: {
    status: 501,
    message: 'No configured font holds the script of this receipt: add one to receipts.fonts.',
  },
  unavailable: { status: 503, message: 'The service is not available right now; try again shortly.' },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** One fault of a request: where, and what is wrong. */
export interface FaultDetail {
  readonly path: string;
  readonly message: string;
}

export interface ServiceErrorOptions {
  readonly message?: string;
  /** Extra keys of the answer's body beside `error` and `code`. Never secrets or visitor content. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** `Retry-After` of a 503 that names no better time (RFC 9110, section 10.2.3), in seconds. */
export const defaultRetrySeconds = 5;

/** The only error that services throw on purpose; the HTTP layer turns it into its status, code and body. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

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

/** 400 `validation_failed` naming the faults. */
export function validationFailed(...details: FaultDetail[]): ServiceError {
  return new ServiceError('validation_failed', { body: { details } });
}

export interface UnavailableOptions extends Pick<ServiceErrorOptions, 'message' | 'cause'> {
  /** When trying again makes sense. Default: `defaultRetrySeconds`. */
  readonly retryAfterSeconds?: number;
}

/** Creates a 503 `unavailable` that says when to try again. */
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
 * What is wrong with an installation, in words for its operator: a message of it names settings, files and
 * packages, never anything of a visitor or a secret, and so may be logged.
 */
export class SetupError extends Error {
  override readonly name: string = 'SetupError';
}
