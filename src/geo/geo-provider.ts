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
 * Locates visitors. When a provider throws or takes longer than 500 ms, the place is treated as unknown and
 * the failure is logged.
 */
export interface GeoProvider {
  readonly name: string;
  locate(query: GeoQuery): GeoLocation | null | Promise<GeoLocation | null>;
  /**
   * Prepares for lookups, for example by reading a file. The service's `start()` calls it, and fails when it
   * rejects.
   */
  open?(): Promise<void>;
  status?(): GeoStatus;
}
