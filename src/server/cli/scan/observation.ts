/** The observations of the scanner, without any judgement. Values of cookies and entries are never part of it. */

/** Kinds of visitors: before any decision, after one, or with Global Privacy Control. */
export type VisitorKind = 'undecided' | 'gpc' | 'refused' | 'accepted' | 'withdrawn' | `only ${string}`;

export type Device = 'desktop' | 'phone';

export interface Visitor {
  readonly kind: VisitorKind;
  readonly device: Device;
  /** ISO 3166 code, such as `DE` or `US-CA`; null: the place of this machine. */
  readonly place: string | null;
}

export type StorageKind = 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB';

/** A cookie or entry, seen for the first time in a session. */
export interface StoredItem {
  readonly kind: StorageKind;
  readonly name: string;
  /** Host that it belongs to, without a leading dot. */
  readonly host: string;
  /** Whether it belongs to the site’s own host, so that the site can remove it. */
  readonly ownHost: boolean;
  /** Remaining lifetime (s); null: until the browser is closed, or no limit. */
  readonly lifetimeSeconds: number | null;
  /** Attributes of a cookie, such as `HttpOnly`. */
  readonly attributes: readonly string[];
  /** Address of the script or response that set it, with the line; null: unknown. */
  readonly initiator: string | null;
}

/** The first request of a page to one other host. */
export interface HostContact {
  readonly host: string;
  /** Address without its query. */
  readonly url: string;
  /** Resource type, such as `script`, `image` or `ping` (a beacon). */
  readonly type: string;
  readonly initiator: string | null;
}

/** Measures of a button as it is shown. */
export interface ButtonMeasure {
  readonly width: number;
  readonly height: number;
  /** Contrast of the text with its background, 1 to 21. */
  readonly textContrast: number;
  /** Contrast of the button or its border with the banner, 1 to 21. */
  readonly outlineContrast: number;
}

export interface BannerMeasure {
  readonly isShown: boolean;
  /** Buttons of the first layer; null: there is no such button, or it is not visible. */
  readonly accept: ButtonMeasure | null;
  readonly refuse: ButtonMeasure | null;
  /** Texts of visible buttons that the keyboard does not reach. */
  readonly unreachable: readonly string[];
  /** Links in the banner, with the status of their address; 0: no answer. */
  readonly links: readonly { readonly url: string; readonly status: number }[];
}

export interface PageObservation {
  readonly url: string;
  readonly stored: readonly StoredItem[];
  readonly contacts: readonly HostContact[];
  /** Measured for visitors who have not decided. */
  readonly banner: BannerMeasure | null;
  /** Whether the page shows a way back to the settings; null: not looked for. */
  readonly hasSettingsLink: boolean | null;
  /** JPEG in Base64. */
  readonly screenshot: string | null;
}

/** All pages that one visitor saw, in order. */
export interface Session {
  readonly visitor: Visitor;
  readonly pages: readonly PageObservation[];
}
