import type { RouteRequest } from '#platform/http/route';
import type { Clock } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { ServiceError } from '#platform/kernel/errors';
import type { ServiceAnswers } from '#standards/choice/index';
import type { ConsentInput, ConsentJson } from '../consent-schemas';
import { type ConsentAccess, requireProfile } from '../ownership/consent-access';
import type { FindCookieVisitor } from '../ownership/find-visitor';
import type { OwnLookup } from '../ownership/own-record';
import type { OwnerCookies } from '../ownership/owner-cookies';
import type { ConsentLookup } from '../records/consent-lookup';
import type { StoredConsent } from '../records/stored-consent';
import { gpcSignal, type SubmitDecision } from './submit-decision';

// Why: docs/adr/0100-consent-without-scripts.md

type AnyRequest = RouteRequest<unknown, unknown, unknown>;

/** A decision that a form brings, and the random text that its page was written with. */
export interface FormDecision {
  readonly input: ConsentInput;
  readonly formId: string;
}

/** The visitor's own record, for a page that shows it. */
export interface OwnChoice {
  readonly consent: StoredConsent;
  /** States after Global Privacy Control; undefined when the profile no longer exists. */
  readonly states: ConsentJson | undefined;
  /** Answers about services, after the same; undefined unless visitors decide about services. */
  readonly services: ServiceAnswers | undefined;
  readonly valid: boolean;
}

/** Decisions without scripts: the browser navigates, and its cookies say who the visitor is. */
export interface VisitorForms {
  /** @throws ServiceError `origin_not_allowed` unless a page of the same site sends the form */
  requireSameSite(request: AnyRequest): void;
  /**
   * Records a decision as `POST /consent` does. Returns the `Set-Cookie` values.
   * @throws ServiceError what `POST /consent` throws
   */
  submit(request: AnyRequest, decision: FormDecision): Promise<readonly string[]>;
  /** Returns the record of the visitor whom the cookies name; null when there is none that they may see. */
  findOwn(request: AnyRequest): Promise<OwnChoice | null>;
}

export interface VisitorFormsOptions {
  readonly access: ConsentAccess;
  readonly submitDecision: SubmitDecision;
  readonly ownerCookies: OwnerCookies;
  readonly findCookieVisitor: FindCookieVisitor;
  readonly lookUp: OwnLookup;
  readonly verify: ConsentLookup['verify'];
  readonly formKey: Buffer;
  readonly clock: Clock;
}

/** Time within which the same form, sent twice, is one decision (ms). */
const repeatMs = 60_000;

export function createVisitorForms({
  access,
  submitDecision,
  ownerCookies,
  findCookieVisitor,
  lookUp,
  verify,
  formKey,
  clock,
}: VisitorFormsOptions): VisitorForms {
  /**
   * Returns the id of a submission, so that a second click writes nothing; undefined for a browser that cannot prove who it
   * is. A cache can give one page to several such browsers, and a repetition would give them one record and its proof.
   */
  async function toSubmissionId(
    request: AnyRequest,
    tenantId: string,
    formId: string,
  ): Promise<string | undefined> {
    const visitorId = await findCookieVisitor(request, tenantId);
    if (visitorId === null || !access.ownership(request, tenantId, visitorId).proven) return undefined;
    const moment = Math.floor(clock.now() / repeatMs);
    const hash = hmacSha256Hex(formKey, JSON.stringify([formId, visitorId, moment]));
    // RFC 9562, section 5.8: a UUID of our own making.
    return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
  }

  return {
    requireSameSite: access.requireSameSite,
    async submit(request, { input, formId }) {
      const { tenantId, profile } = await access.resolveProfile(request, input.profileId);
      await access.requireForm(request, tenantId, profile);
      const body = { ...input, submissionId: await toSubmissionId(request, tenantId, formId) };
      const submitted = await submitDecision({ ...request, body }, tenantId, requireProfile(profile), {
        isIdUnique: false,
      });
      const { consent, profile: own, byStranger, ownershipProven } = submitted;
      return byStranger ? [] : ownerCookies.keep(request, consent, own, ownershipProven);
    },
    async findOwn(request) {
      const visitorId = await findCookieVisitor(request, request.tenantId);
      if (visitorId === null) return null;
      try {
        const { consent } = await lookUp({ ...request, params: { visitorId } });
        if (consent === null) return null;
        const { valid, effectiveConsent, effectiveServices } = await verify(consent, gpcSignal(request));
        return { consent, states: effectiveConsent, services: effectiveServices, valid };
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) return null;
        throw error;
      }
    },
  };
}
