import type { IncomingMessage } from 'node:http';

/** Choice of the declaration that a page contains. */
export interface PageDeclarationOptions {
  /** Language of the texts (BCP 47). Default: those of the browser. */
  readonly locale?: string | undefined;
  /** Tenant of the page. Default: the one that the host name or `tenancy.resolve` names. */
  readonly tenantId?: string | undefined;
  /** Compliance group whose profile is declared. Default: that of the visitor’s place. */
  readonly complianceGroup?: string | undefined;
}

/** A cookie declaration for one answer to one visitor. */
export interface PageDeclaration {
  /**
   * For the `<body>`: the element `<svc-declaration>`. Empty when the group has no active profile. While the declaration
   * cannot be read, the element has no content, and the widget of the page loads it.
   */
  readonly html: string;
  /** Request headers that the markup depends on, for `Vary`. `*`: no cache can keep the page for others. */
  readonly vary: string;
}

/** Returns the declaration for the answer to this request. */
export type WriteDeclaration = (
  req: IncomingMessage,
  options?: PageDeclarationOptions,
) => Promise<PageDeclaration>;
