import type { IncomingHttpHeaders } from 'node:http';

/** What a provider may look at. The raw IP is for the lookup only; no provider may log or keep it. */
export interface GeoQuery {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | null;
  /** IANA time zone that the visitor's browser named. */
  readonly timezone: string | null;
  /** BCP 47 tags, best first. */
  readonly languages: readonly string[];
  readonly language: string | null;
  readonly locale: string | null;
}

/** `country`: ISO 3166-1 alpha-2. `region`: the part of ISO 3166-2 after the dash (`CA`). */
export interface GeoLocation {
  readonly country?: string | null;
  readonly region?: string | null;
}

/** What `GET /setup/config` tells of a provider under `readiness.geo`. */
export interface GeoStatus {
  readonly ok: boolean;
  /** A sentence for the operator: what is in use, or what to do. */
  readonly message: string;
}

/** Tells where a visitor is. One that throws or takes over 500 ms counts as "unknown" and is logged. */
export interface GeoProvider {
  readonly name: string;
  locate(query: GeoQuery): GeoLocation | null | Promise<GeoLocation | null>;
  /**
   * Gets ready what lookups need, such as a file; the service's `start()` calls it, and fails when it
   * rejects.
   */
  open?(): Promise<void>;
  status?(): GeoStatus;
}
