import type { Markup } from '#layers/index';
import type { ByCategory, ByService, CategoryId, Choice, ServiceAnswers } from '#standards/choice/index';
import type { FrameworkAnswer } from './frameworks/framework-types';
import type { Bootstrap, ConsentState, States, WidgetButton, WidgetProfile } from './profile-types';

export type * from './profile-types';

/** Types that the parts of the widget share. */

export interface WidgetOptions {
  /** URL of the service's base path, such as `https://shop.example/svc/`, or its path on the page's origin: `/svc/`. */
  readonly base: string;
  readonly tenantId?: string | undefined;
  /** Language of the texts (BCP 47). Default: that of the page, else those of the browser. */
  readonly lang?: string | undefined;
  /** Nonce for scripts that are unblocked. Default: the nonce of the widget's own script tag. */
  readonly nonce?: string | undefined;
  /** Name of the choice cookie. Default `svc_choice`. */
  readonly cookieName?: string | undefined;
  /**
   * `true`: the browser sends Global Privacy Control, as the host's server saw in the request's header. Default:
   * what the browser tells scripts.
   */
  readonly gpc?: boolean | undefined;
  /** `false`: do not send the time zone, because the service finds the place without it. Default `true`. */
  readonly hints?: boolean | undefined;
  /** CSS selector of elements whose open shadow roots can contain blocked content. Default: none. */
  readonly roots?: string | undefined;
  /** Name of the queue of Google's tags. Default `dataLayer`. */
  readonly dataLayer?: string | undefined;
  /** `false`: do not report names of cookies that the profile does not list. Default `true`. */
  readonly reports?: boolean | undefined;
  /**
   * `true`, or the variant that it shows: the page contains the first layer as the server has written it, to be taken over.
   */
  readonly frame?: boolean | string | undefined;
}

/**
 * Options of the widget, named like the attributes of its script element without `data-`. An attribute without a value
 * is the empty text.
 */
export interface PageOptions extends Pick<WidgetOptions, 'base' | 'lang' | 'nonce'> {
  readonly tenant?: string | undefined;
  readonly cookie?: string | undefined;
  readonly gpc?: string | boolean | undefined;
  readonly noHints?: string | undefined;
  readonly consentRoots?: string | undefined;
  readonly layer?: string | undefined;
  readonly noReports?: string | undefined;
  readonly frame?: string | undefined;
  /** The widget replaces that of another version. */
  readonly isSuccessor?: boolean | undefined;
}

export type DecisionMethod = 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api';
export type DecisionLayer = 'banner' | 'preferences' | 'embed' | 'gpc' | 'age';

/** A visitor's decision on its way to the cookie and the service. */
export interface Decision {
  /** States by category; categories that are missing were not asked about. */
  readonly states: States;
  /** Answers about single services; others follow their categories. */
  readonly services?: ServiceAnswers | undefined;
  /** Categories and services that are missing stay as the visitor decided about them before. */
  readonly keepsOthers?: boolean;
  readonly method: DecisionMethod;
  readonly layer?: DecisionLayer;
  /** The visitor confirmed the choice against Global Privacy Control by a separate click. */
  readonly gpcOverride?: boolean;
  /** Further fields of `POST /consent`, such as `tcf`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A change of states, for tags, embeds and listeners of the page. */
export interface Change {
  /**
   * The choice that the states follow from. Before a decision it is one in which nothing is decided; `null` where
   * the service has no profile for the visitor's place.
   */
  readonly choice: Choice | null;
  readonly states: ByCategory<ConsentState>;
  /** Whether each service is allowed; empty where visitors decide about categories only. */
  readonly services: ByService<boolean>;
  /** States before; `null` for the first ones of a page view. */
  readonly previous: ByCategory<ConsentState> | null;
  /** The same of the services. */
  readonly previousServices: ByService<boolean>;
  readonly decided: boolean;
  /** Whether all content may load: there is no profile, and the law of the place does not ask first. */
  readonly allowsAll: boolean;
}

/** `window.expressConsent`. */
export interface WidgetApi {
  /** Effective states, after Global Privacy Control. Empty until they are known. */
  readonly states: ByCategory<ConsentState>;
  /** Whether each service is allowed, in the same way; empty where visitors decide about categories only. */
  readonly services: ByService<boolean>;
  readonly decided: boolean;
  /** Whether all content may load although there are no states: no profile is active, and the law does not ask first. */
  readonly allowsAll: boolean;
  /** Opens the preferences. */
  open(): Promise<void>;
  /**
   * Decides for the visitor, such as from the page's own buttons. Categories and services that a map does not name stay
   * as they are. Rejects with a `TypeError` for those that the visitor's profile does not have, and where nothing is decided.
   */
  decide(states: ByCategory<ConsentState> | 'all' | 'none', services?: ByService<boolean>): Promise<void>;
  /** Calls `listener` now, if states are known, and after each change. Returns a function that ends it. */
  on(listener: (change: Change) => void): () => void;
  /** Resolves once the category is granted, or everything is allowed. */
  when(category: CategoryId): Promise<void>;
  /** Erases the record and the cookies, then asks again. */
  erase(): Promise<void>;
  /** Resolves once the states are known. */
  readonly ready: Promise<void>;
}

declare global {
  interface Window {
    /** Present once `widget.js` has run. */
    expressConsent?: WidgetApi;
  }
  interface DocumentEventMap {
    /** Once the states are known, and after each change. */
    consent: CustomEvent<Pick<WidgetApi, 'states' | 'services' | 'decided' | 'allowsAll'>>;
  }
}

/** Makes texts acceptable to the page's Trusted Types policy. */
export interface TextPolicy {
  createHTML(text: string): string;
  createScript(text: string): string;
  createScriptURL(text: string): string;
}

/** Parts that are loaded when they are needed. */
export type ChunkName =
  | 'banner'
  | 'decide'
  | 'renew'
  | 'preferences'
  | 'age-gate'
  | 'link'
  | 'declaration'
  | 'embeds'
  | 'unblock'
  | 'withdraw'
  | 'follow'
  | 'report-names'
  | 'account'
  | 'lost'
  | 'hold-page'
  | 'tags'
  | 'frameworks'
  | 'tcf';
/** Loads a part of the widget; the script tag and the npm package do it differently. */
export type Loader = <T>(name: ChunkName) => Promise<T>;

/** The context of every part of the widget. Two widgets on one page share nothing. */
export interface WidgetContext {
  readonly options: PageOptions;
  /** See `getTextPolicy`. */
  policy?: TextPolicy;
  /** The document without its named elements: see `core/dom.ts`. */
  readonly dom: Document;
  /** Reports what failed, once. */
  report(error: unknown): void;
  /** The decision in force; `null` before it. */
  readonly choice: Choice | null;
  readonly states: States;
  readonly services: ServiceAnswers;
  /** Whether the browser sends Global Privacy Control. */
  readonly gpc: boolean;
  /** Fields of every submission from this page, such as the answer of the age gate. */
  fields: Readonly<Record<string, unknown>>;
  /**
   * Returns the visitor's profile and texts, fetched once. Rejects when the service cannot be reached.
   * @param lang fetches them again, in this language
   */
  bootstrap(lang?: string): Promise<Bootstrap>;
  /** Loads a part. */
  load: Loader;
  /** Loads a part that is created once for a page. */
  part<N extends keyof Parts>(name: N): Promise<Parts[N]>;
  /** Puts a choice in force, or the states before a decision. */
  apply(choice: Choice | null, decided: boolean, allowsAll?: boolean): void;
  /**
   * Records a decision: cookie, effects, submission. Resolves once the service has it or has failed.
   * @param shown the layer that the visitor decided on: the page may have read a newer version since
   */
  decide(decision: Decision, shown?: Kit): Promise<Outcome | void>;
  /**
   * Opens the preferences for a visitor who has asked for them. Where they cannot be loaded, leads to the page of preferences.
   * @param href where the link leads instead that the visitor has used
   */
  open(href?: string | null): Promise<void>;
  on(listener: (change: Change) => void): () => void;
  /** Those of `on`, for the widget of another version: `restart.ts`. */
  readonly listeners: Set<(change: Change) => void>;
  /** The widget of another version that has replaced this one. */
  successor?: WidgetApi;
  /** Whether the visitor is known to have no other choice in the record: before that, nothing optional is allowed. */
  isRead?: boolean;
  /** The document, and the shadow roots that can contain blocked content. */
  readonly roots: Set<ParentNode>;
  /**
   * Loads the blocked content that is allowed now.
   * @param scopes only in these parts of the page
   */
  unblock(scopes?: readonly ParentNode[]): void;
  /**
   * Whether content may load: by its service where visitors decide about it, else by its categories (ids, separated by
   * spaces). `undefined`: neither is known.
   */
  isAllowed(categories: string | null | undefined, service: string | null | undefined): boolean | undefined;
  /**
   * Calls a public route.
   * @param isAnswer returns whether the body is an answer of this route; can throw where it is not
   * @throws Failure without a usable answer
   */
  call<T>(route: string, isAnswer: (answer: T) => unknown, init?: RequestInit): Promise<T>;
  /** Returns the query with the place and language of the visitor. */
  readHints(): URLSearchParams;
  /** Returns the page's cookies as `name=value; …`. */
  readCookies(): string;
  /** Returns the choice in the cookie, with the cookie's value. */
  readChoice(): readonly [Choice | null, string];
}

/** Result of a submission: `saved`; `owed`, to be sent again later; `refused` by the service, or by the visitor when asked. */
export type Outcome = 'saved' | 'owed' | 'refused';

/** Parts that are created once for a page. */
export interface Parts {
  readonly banner: Ui;
  readonly decide: Recorder;
  readonly renew: Renewal;
  readonly declaration: object;
  readonly follow: object;
  /** Follows the choice of the account that is signed in. */
  readonly account: (choice: Choice) => Promise<void>;
  readonly link: Link;
  readonly unblock: Unblocker;
  readonly frameworks: Frameworks;
  readonly tcf: TcfLayer;
}

/** The loading of blocked content. */
export interface Unblocker {
  /**
   * Loads what is allowed now.
   * @param signal informs tags, after scripts that were unblocked have run
   * @param scopes only in these parts of the page
   */
  unblock(signal: () => void, scopes?: Iterable<ParentNode>): void;
}

/** The links back to the choices. */
export interface Link {
  /** Makes links what the page, its language and the choice need. */
  update(): Promise<void>;
}

/** The layers of the Transparency and Consent Framework. */
export interface TcfLayer {
  /** Returns the part of the first layer. */
  createNotice(kit: Kit): Promise<HTMLElement>;
  /**
   * Returns the part of the preferences.
   * @param keepsChanges whether it starts with what the visitor has changed in the one before, instead of the choice in force
   */
  createSection(kit: Kit, keepsChanges: boolean): Promise<HTMLElement>;
  /** Returns the field `tcf` of a decision. */
  choose(kit: Kit, decision: Decision): Promise<unknown>;
}

/** The APIs `__tcfapi` and `__gpp`. */
export interface Frameworks {
  /** Takes over the strings of a decision. */
  receive(choice: Choice, answer: FrameworkAnswer): void;
  /** Returns the TC string of the choice in force, once it is known. */
  tcString(): Promise<string | undefined>;
  /** Informs vendors at once that nothing is allowed, before the service has made the string of a decision. */
  withdraw(): void;
  /** Notices when a layer is shown. */
  watch(frame: HTMLElement): void;
}

/** The layers. */
export interface Ui {
  readonly root: Root;
  /**
   * Puts the states before a choice in force and shows the first layer.
   * @param again asks the service what applies now, since the page can be open for long
   * @param hasEnded whether a choice has just ended that a cookie kept: its record does not bring it back
   */
  ask(again?: boolean, hasEnded?: boolean): Promise<void>;
  /** Shows the first layer. */
  show(): Promise<void>;
  /** Opens the preferences, once all that they need is there. */
  open(): Promise<void>;
  /** Records a decision, as `WidgetContext.decide` does. Where that fails, informs the visitor and rejects. */
  decide(decision: Decision, shown?: Kit): Promise<Outcome>;
  /**
   * Asks for the age where the profile does. Returns whether the visitor may allow something.
   * @param opening what is only opened: a visitor who is known to be too young decides nothing by that
   */
  passAgeGate(kit: Kit, opening?: 'preferences' | 'embed'): Promise<boolean>;
  /**
   * Informs the visitor of the outcome of a decision by one of the words: in a line that can be closed, except of success, which
   * only screen readers announce.
   */
  announce(kit: Kit, key: 'saved' | 'notSaved' | 'saveFailed' | 'cookiesBlocked'): void;
  /** Loads texts and styles; rejects where the service has no profile for the visitor. */
  createKit(): Promise<Kit>;
}

/** The recording of decisions. */
export interface Recorder {
  decide(decision: Decision, shown?: Kit): Promise<Outcome>;
  /**
   * Decides about every category, or about those in a map.
   * @throws TypeError for categories and services that the profile does not have
   */
  decideAll(states: States | 'all' | 'none', services?: ServiceAnswers): Promise<void>;
  /**
   * Sends a submission that an earlier page could not send.
   * @param body as it was kept, or its fields
   */
  resend(choice: Choice, body: string | Readonly<Record<string, unknown>>): Promise<Outcome>;
  /**
   * Writes the cookie of a choice; `null` ends it. Returns false where another tab has decided later than `replaced`: its
   * choice stays.
   */
  keep(choice: Choice | null, replaced?: Choice | null): Promise<boolean>;
  /** Counts the banner, which was painted. */
  countShown(kit: Kit): void;
}

/** The exchange with the service about decisions that were made before. */
export interface Renewal {
  /**
   * Sends a pending submission, and asks again where the choice is no longer enough.
   * @param isDue whether the service must be asked about the choice again
   */
  settle(choice: Choice, isDue: boolean): Promise<void>;
  /**
   * Sends a pending submission. Returns nothing where another decision has replaced it, or where the service has refused it
   * in the last day.
   */
  resend(choice: Choice): Promise<Outcome | void>;
  /**
   * Brings the choice up to date with the record. Returns it; null when the record is gone, so that the visitor is asked again.
   */
  follow(): Promise<Choice | null>;
  /**
   * Sends a pending submission of a visitor without a choice cookie, and puts the record in force. Returns whether the visitor
   * is not asked: there is a valid record, or it could not be read; nothing where this browser has none.
   * @param asks whether nothing else says what applies, so that a record which cannot be read denies everything optional
   */
  restore(asks?: boolean): Promise<boolean | void>;
  erase(): Promise<void>;
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
export type Child = Node | string | null | undefined | false;
export type CreateElement = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes?: Attributes,
  ...children: Child[]
) => HTMLElementTagNameMap[K];

/** The widget's own place in the page, which the page's styles do not reach. */
export interface Root {
  /** Everything visible is below it. */
  readonly frame: HTMLElement;
  /**
   * Returns the first layer that the server has written, if it is the one with this key; takes another one away. Once
   * only.
   */
  takeWritten(key: string): HTMLElement | null;
  /** Resolves once the page has a body, and the widget is in it. */
  readonly attached: Promise<void>;
  /** Adds a style sheet, once. */
  style(sheet: string): void;
  /** Sets the rules that the page itself needs. */
  stylePage(rules?: string): void;
  /** Sets language, direction and look. */
  dress(
    bootstrap: Pick<Bootstrap, 'locale' | 'dir'>,
    profile: Pick<WidgetProfile, 'currentLocale' | 'dir' | 'darkMode' | 'enhanceAccessibility' | 'theme'>,
  ): void;
}

/** The switches of a layer, as the visitor has set them. */
export interface Switches {
  isSwitchedOn(id: string): boolean;
  /** Returns the answers about services. */
  answers(): ServiceAnswers;
}

/** The states of a profile's categories, and the effect of buttons on them. */
export interface Categories {
  /** Ids in the order of display. */
  readonly ids: readonly string[];
  isMandatory(id: string): boolean;
  /** Whether Global Privacy Control denies the category. */
  isSignalled(id: string): boolean;
  isOn(id: string): boolean;
  /**
   * Returns what a button decides.
   * @param switches those of the layer; without them, a button that saves keeps what applies
   */
  press(button: WidgetButton, switches?: Switches): Pick<Decision, 'states' | 'services'>;
  /** Returns a choice in which only these states and services are decided. */
  toChoice(states: States, services?: ServiceAnswers): Choice;
  /** Returns a state for every category. */
  map(isGranted: (id: string) => boolean): States;
}

/** The context of every layer, for one profile in one language. */
export interface Kit {
  readonly context: WidgetContext;
  readonly bootstrap: Bootstrap;
  readonly profile: WidgetProfile;
  readonly categories: Categories;
  readonly root: Root;
  readonly element: CreateElement;
  /** Creates an element from its description. */
  build(description: Markup): HTMLElement;
  /** Returns a word in the visitor's language, with its `{names}` filled in. */
  word(key: string, values?: Readonly<Record<string, string | number>>): string;
  /**
   * Shows a modal dialog. The browser keeps the focus inside and returns it afterwards. One that is not modal is only added to the
   * page: its caller shows it.
   */
  openDialog(
    dialog: HTMLDialogElement,
    options?: { readonly persistent?: boolean; readonly modal?: boolean },
  ): void;
}
