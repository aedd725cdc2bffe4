import { ServiceError } from '../errors';

// Why: docs/adr/0119-traces.md

/** Facts about an operation, by names of OpenTelemetry's semantic conventions. None is about a visitor. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The span of an operation in progress. */
export interface Span {
  set(attributes: Attributes): void;
  /** Marks the operation as failed. @param type a code, never a message: messages can name visitors */
  fail(type: string): void;
}

/** An operation that is traced. */
export interface SpanStart {
  /** Has few values: a route or a kind of work. */
  readonly name: string;
  /**
   * `request`: continues the host's span, or the trace that the headers name. `root`: begins a trace. `part`: is recorded
   * only within an operation that is still in progress.
   */
  readonly role: 'request' | 'root' | 'part';
  /** Default: work within this process. */
  readonly kind?: 'client' | 'producer';
  readonly attributes: Attributes;
  /** Headers of a request. */
  readonly carrier?: object;
}

/** Records operations as spans. */
export interface Tracer {
  trace<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
}

const noSpan: Span = { set: () => {}, fail: () => {} };

/** Records nothing. */
export const noTracer: Tracer = { trace: (_start, work) => work(noSpan) };

/** Returns whether an error is an answer to a wrong request, such as a version conflict: nothing has failed here. */
export const isRefusal = (error: unknown): boolean => error instanceof ServiceError && error.status < 500;

/** Returns what is recorded of an error: its code or its kind. Messages of databases contain the values of queries. */
export function toErrorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const type = typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error;
  return type.slice(0, 60);
}
