import type { IncomingHttpHeaders } from 'node:http';

/** The facts that a provider can use. The raw IP is only for the lookup: no provider may log or store it. */
export interface GeoQuery {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | null;
  /** IANA time zone of the visitor's browser. */
  readonly timezone: string | null;
  /** Preferred languages as BCP 47 tags, best first. */
  readonly languages: readonly string[];
  readonly language: string | null;
  readonly locale: string | null;
}

/** A location. `country`: ISO 3166-1 alpha-2. `region`: the part of ISO 3166-2 after the hyphen (`CA`). */
export interface GeoLocation {
  readonly country?: string | null;
  readonly region?: string | null;
}

/** The status of a provider, which `GET /setup/config` returns under `readiness.geo`. */
export interface GeoStatus {
  readonly ok: boolean;
  /** Message for the operator: the data in use, or what to do. */
  readonly message: string;
}

/**
 * The parts of a request that a provider's answers depend on. Caches between the service and the browser keep
 * answers accordingly, so a part that is left out can show a visitor the answer for another place.
 */
export interface GeoDependence {
  /** Whether they depend on the browser's hints: time zone, languages, locale. */
  readonly hints?: boolean;
  /** Names of the request headers that they depend on, such as `cf-ipcountry`. */
  readonly headers?: readonly string[];
  /** Whether they depend on the client's address, or on anything else that is not in the request. */
  readonly address?: boolean;
}

/**
 * Locates visitors. When a provider throws or takes longer than 500 ms, the place is treated as unknown and
 * the failure is logged.
 */
export interface GeoProvider {
  readonly name: string;
  locate(query: GeoQuery): GeoLocation | null | Promise<GeoLocation | null>;
  /** Unset: the client's address, so that shared caches keep no answer that depends on the place. */
  readonly dependsOn?: GeoDependence;
  /**
   * Prepares for lookups, for example by reading a file. The service's `start()` calls it, and fails when it
   * rejects.
   */
  open?(): Promise<void>;
  status?(): GeoStatus;
}
