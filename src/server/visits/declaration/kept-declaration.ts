import type { IncomingHttpHeaders } from 'node:http';
import type { TextDocument } from '#platform/http/conditional-reply';
import type { DeclarationTemplate, DeclaredStates } from './declaration-html';

/** Facts about the visitor who wants a declaration. */
export interface DeclarationRequest {
  readonly tenantId: string;
  /** Compliance group; undefined: that of the visitor's place. */
  readonly group?: string | undefined;
  /** Wanted languages, best first. */
  readonly languages: readonly string[];
  readonly tz?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | null;
}

/** A declaration in each of its forms, kept in memory. */
export interface KeptDeclaration {
  /** For pages that contain the visitor's choice. */
  readonly template: DeclarationTemplate;
  /** States that apply before a choice: without and with the Global Privacy Control signal. */
  readonly undecided: { readonly plain: DeclaredStates; readonly signal: DeclaredStates };
  readonly json: TextDocument;
  readonly html: TextDocument;
}
