import type { LayerButton } from '#layers/index';
import type { Choice, ChoiceSource, UndecidedCategory } from '#standards/choice/index';
import type { GppSignal, TcfNotice } from './frameworks/framework-types';

/** The parts of the service's answers that the widget reads. */

export type ConsentState = 'granted' | 'denied' | 'objected';
/** State of each category, by id. */
export type States = Readonly<Record<string, ConsentState>>;

export type WidgetButton = LayerButton;

export interface WidgetBanner {
  readonly position?: string;
  readonly heading?: string;
  readonly htmlText?: string;
  readonly buttons: readonly WidgetButton[];
}

export interface WidgetCategory {
  readonly heading?: string;
  readonly htmlText?: string;
  readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest';
  /** Ids of its parameters. */
  readonly cookies: readonly string[];
  readonly order?: number;
}

/** A service that visitors decide about inside its category. */
export interface WidgetService {
  readonly category: string;
  readonly name?: string;
  readonly provider?: string;
  readonly description?: string;
  readonly providerCountry?: string;
  readonly privacyUrl?: string;
}

export interface WidgetParameter {
  readonly purpose: ChoiceSource['cookies'][string]['purpose'];
  readonly listenGpc: boolean;
  readonly preGranted?: boolean;
  readonly service?: string;
  readonly name?: string;
  /** Name in the browser, where `name` is another text for visitors. */
  readonly storedName?: string;
  readonly provider?: string;
  readonly description?: string;
  readonly duration?: string;
  readonly maxAgeSeconds?: number | 'session';
  readonly domains?: readonly string[];
  readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other';
  readonly path?: string;
}

export interface AgeGate {
  /** Default: the child age of the visitor's place; without one there is no gate. */
  readonly minimumAge?: number;
  readonly ask: 'birthYear' | 'yesNo';
  readonly parental: boolean;
  readonly heading?: string;
  readonly text?: string;
}

/** Colours as `#rrggbb`; the names are those of the `--svc-*` variables. */
export type ThemeColours = Readonly<Record<string, string>>;

export interface Theme {
  readonly light?: ThemeColours;
  readonly dark?: ThemeColours;
  readonly radius?: number;
  readonly buttonRadius?: number;
  readonly font?: string;
}

/** A published profile in one locale. */
export interface WidgetProfile {
  readonly id: string;
  readonly expiryDays: number;
  readonly currentLocale: string;
  readonly locales: readonly string[];
  readonly dir?: 'ltr' | 'rtl';
  readonly complianceGroup: string | null;
  readonly gpcMode: Choice['gpcMode'];
  readonly cookies: Readonly<Record<string, WidgetParameter>>;
  readonly services?: Readonly<Record<string, WidgetService>>;
  readonly granularity?: 'category' | 'service';
  readonly mainBanner: WidgetBanner;
  readonly gpcBanner?: WidgetBanner;
  readonly preferenceModal: WidgetBanner & {
    readonly categories: Readonly<Record<string, WidgetCategory>>;
  };
  /** Fields that visitors of each variant see in place of the same ones here. */
  readonly variants?: Readonly<Record<string, object>>;
  readonly choicesLink?: { readonly text: string; readonly optOutIcon: boolean };
  readonly enhanceAccessibility: boolean;
  readonly showFooterMetadata: boolean;
  readonly darkMode: boolean;
  readonly hidePoweredBy: boolean;
  readonly allowReceipt: boolean;
  readonly ui?: {
    readonly mainBanner: {
      readonly position?: string;
      readonly overlayOpacity?: number;
      readonly showClose?: boolean;
      readonly headingTag?: string;
      readonly stackButtonsOnBreakpoint?: number;
    };
    readonly preferenceModal: {
      readonly position?: string;
      readonly showClose?: boolean;
      readonly persistent?: boolean;
      readonly trapFocus?: boolean;
    };
  };
  readonly words?: Words;
  readonly theme?: Theme;
  readonly ageGate?: AgeGate;
  readonly closeMeans?: 'undecided' | 'refuse';
  readonly reloadOnWithdrawal?: boolean;
  readonly privacyUrl?: string;
  /** The choice counts for the visitor's account on all devices. */
  readonly accountRule?: 'strictest' | 'latest';
  readonly languageSwitch?: boolean;
  readonly tcf?: { readonly category?: string };
}

export type Words = Readonly<Record<string, string>>;

/** The answer of `GET /bootstrap`. */
export interface Bootstrap {
  /** See `answerContract`. */
  readonly contract: number;
  readonly found: boolean;
  readonly tenantId: string;
  readonly complianceGroup: string;
  /** Whether nothing optional is allowed before the choice. */
  readonly asksFirst: boolean;
  readonly law: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly gpcBinding: boolean;
  /** Age from which a visitor consents without a parent under the local law. */
  readonly childAge: number | null;
  /** Longest validity of a decision under the local law (months). */
  readonly consentMonths: number | null;
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly profileId: string | null;
  readonly profileVersion: number | null;
  /** The variant that this visitor sees, of which the profile here is; never in answers of the service. */
  readonly variant?: string | undefined;
  /** Of how many shown banners one is counted; 0: none. Absent in answers of older services. */
  readonly impressionSample?: number;
  readonly cookies: {
    /** Name of the choice cookie; `null`: the service is configured to keep none. */
    readonly choice: string | null;
    /** Name of the cookie that holds the visitor id; `null`: scripts cannot read it. */
    readonly visitor: string | null;
    readonly domain: string | null;
    readonly path: string;
    readonly sameSite: 'lax' | 'strict' | 'none';
    readonly secure: boolean | null;
  };
  readonly tcf: TcfNotice | null;
  readonly gpp: GppSignal | null;
  /** Those of the profile, as a choice has them before anything was decided; empty without a profile. */
  readonly categories: readonly UndecidedCategory[];
  /** The locale's words; absent when the profile has its own. */
  readonly words?: Words;
  readonly profile: WidgetProfile | null;
}
