import type { Choice } from '../standards/choice';
import type { FrameworkAnswer } from './frameworks/framework-types';
import type { Bootstrap, States, WidgetButton, WidgetProfile } from './profile-types';

export type * from './profile-types';

/** Types that the parts of the widget share. */

export interface WidgetOptions {
  /** URL of the service's base path with a trailing slash, such as `https://shop.example/svc/`. */
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
}

export type DecisionMethod = 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api';
export type DecisionLayer = 'banner' | 'preferences' | 'embed' | 'gpc' | 'age';

/** A visitor's decision on its way to the cookie and the service. */
export interface Decision {
  /** States by category; categories that are missing were not asked about. */
  readonly states: States;
  readonly method: DecisionMethod;
  readonly layer?: DecisionLayer;
  /** The visitor confirmed the choice against Global Privacy Control by a separate click. */
  readonly gpcOverride?: boolean;
  /** Further fields of `POST /consent`, such as `tcf`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** What changed, for tags, embeds and listeners of the page. */
export interface Change {
  /**
   * The choice that the states follow from. Before a decision it is one in which nothing is decided; `null` where
   * the service has no profile for the visitor's place.
   */
  readonly choice: Choice | null;
  readonly states: States;
  /** States before; `null` for the first ones of a page view. */
  readonly previous: States | null;
  readonly decided: boolean;
  /** Whether all content may load: there is no profile, and the law of the place does not ask first. */
  readonly allowsAll?: boolean | undefined;
}

/** `window.expressConsent`. */
export interface WidgetApi {
  /** Effective states, after Global Privacy Control. Empty until they are known. */
  readonly states: States;
  readonly decided: boolean;
  /** Opens the preferences. */
  open(): Promise<void>;
  /** Decides for the visitor, such as from the page's own buttons. */
  decide(states: States | 'all' | 'none'): Promise<void>;
  /** Calls `listener` now, if states are known, and after each change. Returns a function that ends it. */
  on(listener: (change: Change) => void): () => void;
  /** Resolves once the category is granted. */
  when(category: string): Promise<void>;
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
  | 'preferences'
  | 'age-gate'
  | 'link'
  | 'embeds'
  | 'unblock'
  | 'withdraw'
  | 'frameworks'
  | 'tcf';
/** Style sheets that are loaded when they are needed. */
export type SheetName = 'widget' | 'preferences' | 'embeds' | 'link' | 'tcf';

/** Loads parts of the widget; the script tag and the npm package do it differently. */
export interface Loader {
  chunk<T>(name: ChunkName): Promise<T>;
  /** Returns a style sheet's text. */
  css(name: SheetName): Promise<string>;
}

/** What every part of the widget gets. Two widgets on one page share nothing. */
export interface WidgetContext {
  readonly options: WidgetOptions;
  readonly policy: TextPolicy;
  /** The document without its named elements: see `core/dom.ts`. */
  readonly dom: Document;
  /** Reports what failed, once. */
  report(error: unknown): void;
  /** The decision in force; `null` before it. */
  readonly choice: Choice | null;
  readonly states: States;
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
  load<T>(chunk: ChunkName): Promise<T>;
  /** Loads a part that is created once for a page. */
  part<N extends keyof Parts>(name: N): Promise<Parts[N]>;
  css: Loader['css'];
  /** Puts a choice in force, or the states before a decision. */
  apply(choice: Choice | null, decided: boolean, allowsAll?: boolean): void;
  /** Records a decision: cookie, effects, submission. Resolves once the service has it or has failed. */
  decide(decision: Decision): Promise<Outcome | void>;
  open(): Promise<void>;
  on(listener: (change: Change) => void): () => void;
  /** Whether content of these categories (ids, separated by spaces) may load; `undefined`: unknown category. */
  isAllowed(categories: string): boolean | undefined;
  /**
   * Calls a public route.
   * @param isAnswer returns whether the body is an answer of this route; can throw where it is not
   * @throws Failure without a usable answer
   */
  call<T>(route: string, isAnswer: (answer: T) => unknown, init?: RequestInit): Promise<T>;
  /** Returns the query with the place and language of the visitor. */
  readHints(lang?: string): URLSearchParams;
  /** Returns the page's cookies as `name=value; …`. */
  readCookies(): string;
  /** Returns the choice in the cookie, with the cookie's value. */
  readChoice(): readonly [Choice | null, string];
}

/**
 * What became of a submission: `saved`; `owed`, to be sent again later; `refused` by the service.
 */
export type Outcome = 'saved' | 'owed' | 'refused';

/** Parts that are created once for a page. */
export interface Parts {
  readonly banner: Ui;
  readonly decide: Recorder;
  readonly unblock: Unblocker;
  readonly frameworks: Frameworks;
  readonly tcf: TcfLayer;
}

/** The loading of blocked content. */
export interface Unblocker {
  /** Loads what is allowed now. @param signal informs tags, after scripts that were unblocked have run */
  unblock(signal: () => void): void;
}

/** The layers of the Transparency and Consent Framework. */
export interface TcfLayer {
  /** Returns the part of the first layer. */
  createNotice(kit: Kit): Promise<HTMLElement>;
  /** Returns the part of the preferences. */
  createSection(kit: Kit): Promise<HTMLElement>;
  /** Returns the field `tcf` of a decision. */
  choose(kit: Kit, decision: Decision): Promise<unknown>;
}

/** The APIs `__tcfapi` and `__gpp`. */
export interface Frameworks {
  /** Takes over the strings of a decision. */
  receive(choice: Choice, answer: FrameworkAnswer): void;
  /** Returns the TC string of the choice in force, once it is known. */
  tcString(): Promise<string | undefined>;
  /** Tells vendors at once that nothing is allowed, before the service has made the string of a decision. */
  withdraw(): void;
  /** Notices when a layer is shown. */
  watch(frame: HTMLElement): void;
}

/** The layers. */
export interface Ui {
  readonly root: Root;
  /** Puts the states before a choice in force and shows the first layer. */
  ask(): Promise<void>;
  /** Shows the first layer. */
  show(): Promise<void>;
  /** Opens the preferences. */
  open(): Promise<void>;
  /** Shows a message that screen readers announce. */
  announce(message?: string, isVisible?: boolean): void;
  /** Loads texts and styles; `null` where the service has no profile for the visitor. */
  createKit(lang?: string): Promise<Kit | null>;
}

/** The recording of decisions. */
export interface Recorder {
  decide(decision: Decision): Promise<Outcome>;
  /** Decides about every category, or about those in a map. */
  decideAll(states: States | 'all' | 'none'): Promise<void>;
  /**
   * Sends a submission that is owed, and asks again where the choice is no longer enough.
   * @param isDue whether the service must be asked about the choice again
   */
  settle(choice: Choice, isDue: boolean): Promise<void>;
  erase(): Promise<void>;
  /** Puts the record of a visitor without a choice cookie in force. Returns whether there is a valid one. */
  restore(): Promise<boolean>;
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
  /** Adds a style sheet; resolves once it is in force. */
  style(name: SheetName): Promise<void>;
  /** Sets language, direction and look. */
  dress(
    bootstrap: Pick<Bootstrap, 'locale' | 'dir'>,
    profile: Pick<WidgetProfile, 'currentLocale' | 'dir' | 'darkMode' | 'enhanceAccessibility' | 'theme'>,
  ): void;
}

/** How the categories of a profile stand, and what a button makes of them. */
export interface Categories {
  /** Ids in the order of display. */
  readonly ids: readonly string[];
  isMandatory(id: string): boolean;
  /** Whether Global Privacy Control denies the category. */
  isSignalled(id: string): boolean;
  isOn(id: string): boolean;
  /** Returns the states that a button gives; `isOn` reads the switch of a category. */
  press(button: WidgetButton, isOn?: (id: string) => boolean): States;
  /** Returns a choice in which only these states are decided. */
  toChoice(states: States): Choice;
  /** Returns a state for every category. */
  map(isGranted: (id: string) => boolean): States;
}

/** What every layer builds with, for one profile in one language. */
export interface Kit {
  readonly context: WidgetContext;
  readonly bootstrap: Bootstrap;
  readonly profile: WidgetProfile;
  readonly categories: Categories;
  readonly root: Root;
  readonly element: CreateElement;
  html(text?: string): HTMLElement;
  /** Returns a word in the visitor's language, with its `{names}` filled in. */
  word(key: string, values?: Readonly<Record<string, string | number>>): string;
  button(label: string, style: string | undefined, press: () => void): HTMLButtonElement;
  /** Returns the buttons of a layer as one row of equal widths. */
  buttons(list: readonly WidgetButton[], press: (button: WidgetButton) => void): HTMLElement;
  closeButton(press: () => void): HTMLButtonElement;
  /** Returns the link to the privacy policy, if there is one. */
  policyLink(): HTMLElement | null;
  /** Shows a modal dialog. The browser keeps the focus inside and returns it afterwards. */
  openDialog(
    dialog: HTMLDialogElement,
    options?: { readonly persistent?: boolean; readonly modal?: boolean },
  ): void;
}
