/** The functions of the IAB frameworks' APIs, and what they answer with. */

export type TcfCallback = (data: unknown, success?: boolean) => void;
export type TcfCall = readonly [
  command: string,
  version: unknown,
  callback: TcfCallback,
  parameter?: unknown,
];
export type GppCallback = (data: unknown, success: boolean) => void;
export type GppCall = readonly [command: string, callback: GppCallback, parameter?: unknown];

/** A function that vendors call; the stub keeps the calls that it cannot answer in `queue`. */
type Api<Call extends readonly unknown[]> = ((...call: Call) => unknown) & {
  queue?: Call[];
};
export type GppListener = {
  readonly id: number;
  readonly callback: GppCallback;
};

declare global {
  interface Window {
    __tcfapi?: Api<TcfCall>;
    /** The IAB's sample of a stub keeps its listeners in `events`. */
    __gpp?: Api<GppCall> & { listeners?: GppListener[]; events?: GppListener[]; lastId?: number };
  }
}

/** `bootstrap.tcf`. */
export interface TcfNotice {
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly policyVersion: number;
  readonly listVersion: number;
  readonly gdprApplies: boolean;
  readonly publisherCC: string;
  /** The TC string of a visitor who was shown the notice and has not decided. */
  readonly tcString: string;
  /** The TC string of a visitor who allows nothing. */
  readonly refusedString: string;
}

type ParsedSections = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** `bootstrap.gpp`, and `gpp` in the answer of `POST /consent`. */
export interface GppSignal {
  readonly string: string;
  readonly sectionList: readonly number[];
  readonly applicableSections: readonly number[];
  readonly parsedSections: ParsedSections;
  readonly signalStatus: 'ready' | 'not ready';
  readonly supportedAPIs: readonly string[];
  readonly cmpId: number;
  readonly withGpc?: { readonly string: string; readonly parsedSections: ParsedSections };
}

/** The frameworks' part of the answer of `POST /consent`. */
export interface FrameworkAnswer {
  readonly tcfString?: string | null | undefined;
  readonly gpp?: GppSignal | null | undefined;
}
