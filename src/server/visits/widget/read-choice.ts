import type { IncomingMessage } from 'node:http';
import type { ResolvedConfig } from '#platform/config/config-schema';
import { type Clock, toIso } from '#platform/kernel/clock';
import { readCookies } from '#platform/kernel/cookies';
import { visitorIdPattern } from '#platform/kernel/ids';
import { requireNodeRequest } from '#platform/kernel/node-request';
import {
  type ByCategory,
  type ByService,
  type CategoryId,
  type Choice,
  findChoice,
  readChoiceStates,
  readServiceStates,
  type ServiceId,
} from '#standards/choice/index';
import { hasGpcSignal } from '#standards/gpc/index';

/** A visitor's choice as their browser keeps it. Frozen. */
export interface VisitorChoice {
  /** Whether the visitor has made a choice that is still valid. */
  readonly decided: boolean;
  /** State of each category after Global Privacy Control; empty without a choice. */
  readonly states: ByCategory<'granted' | 'denied' | 'objected'>;
  /**
   * Whether each service is allowed, after Global Privacy Control; empty without a choice, and for profiles that ask about
   * categories only.
   */
  readonly services: ByService<boolean>;
  readonly profileId: string | null;
  /** When the visitor must be asked again (ISO 8601). */
  readonly expiresAt: string | null;
  /** Whether this request carries the Global Privacy Control signal. */
  readonly gpc: boolean;
  /** Id in the visitor cookie; null without a valid one. Not in JSON of the choice, which pages contain. */
  readonly visitorId: string | null;
  /**
   * Returns whether a category is allowed, after Global Privacy Control: by the choice, and before one by the profile
   * of the visitor's place, for example where visitors opt out. The profile is known on routes behind
   * `consent.guard()`; elsewhere only `necessary` is allowed before a choice.
   */
  isGranted(category: CategoryId): boolean;
  /**
   * Returns whether a service is allowed, in the same way. False for a service that the profile does not have or, with
   * `granularity: 'category'`, does not ask about.
   */
  isServiceGranted(service: ServiceId): boolean;
}

/** The categories and services that the profile of a visitor allows now. */
export interface AllowedNow {
  readonly allowed: ReadonlySet<string>;
  readonly allowedServices: ReadonlySet<string>;
}

/**
 * Reads the choice from a request, without the database.
 * @param findAllowed returns what the profile of the visitor allows now; null when it is not known
 * @throws TypeError for a request of the Fetch API
 */
export type ReadChoice = (
  req: Pick<IncomingMessage, 'headers'>,
  findAllowed?: () => AllowedNow | null,
) => VisitorChoice;

export interface ReadChoiceOptions {
  readonly choiceCookie: Pick<ResolvedConfig['choiceCookie'], 'name'>;
  readonly visitorCookie: Pick<ResolvedConfig['visitorCookie'], 'name'>;
  readonly clock: Clock;
}

const validVisitorId = new RegExp(visitorIdPattern);

/** Creates the function that reads the choice cookie. */
export function createReadChoice({ choiceCookie, visitorCookie, clock }: ReadChoiceOptions): ReadChoice {
  return (req, findAllowed) => {
    requireNodeRequest(req);
    const { headers } = req;
    const gpc = hasGpcSignal(headers['sec-gpc']);
    const [choice] = findChoice(headers.cookie ?? '', choiceCookie.name, clock.now());
    const visitorIds = readCookies(headers.cookie, visitorCookie.name);
    return toVisitorChoice(
      choice,
      gpc,
      visitorIds.find((id) => validVisitorId.test(id)) ?? null,
      findAllowed,
    );
  };
}

function toVisitorChoice(
  choice: Choice | null,
  gpc: boolean,
  visitorId: string | null,
  findAllowed?: () => AllowedNow | null,
): VisitorChoice {
  const states = Object.freeze(choice === null ? {} : readChoiceStates(choice, gpc));
  const services = Object.freeze(choice === null ? {} : readServiceStates(choice, gpc));
  const facts = {
    decided: choice !== null,
    states,
    profileId: choice?.profileId ?? null,
    expiresAt: choice === null ? null : toIso(choice.expiresAt),
    gpc,
  };
  const isGranted = (category: string) => {
    if (category === 'necessary') return !Object.hasOwn(states, category) || states[category] === 'granted';
    return (
      findAllowed?.()?.allowed.has(category) ??
      (Object.hasOwn(states, category) && states[category] === 'granted')
    );
  };
  const isServiceGranted = (service: string) =>
    findAllowed?.()?.allowedServices.has(service) ??
    (Object.hasOwn(services, service) && services[service] === true);
  // Hosts write the choice into pages as JSON: only the facts belong there.
  Object.defineProperties(facts, {
    visitorId: { value: visitorId },
    isGranted: { value: isGranted },
    isServiceGranted: { value: isServiceGranted },
    services: { value: services, enumerable: Object.keys(services).length > 0 },
  });
  return Object.freeze(facts) as VisitorChoice;
}
