/** A receipt as it is to be printed: plain data, made by the main thread and laid out by the worker. */

export interface PdfText {
  readonly text: string;
  /**
   * `code`: ids, hashes, addresses. Left to right in every language, and what no font holds is written as its
   * code point.
   */
  readonly kind?: 'text' | 'code';
  /**
   * `auto`: that of its first letter. Default: the document's. Lines begin on the document's side in any
   * case.
   */
  readonly direction?: 'ltr' | 'rtl' | 'auto';
  /** Opens this address. */
  readonly link?: string;
}

export type Tone = 'yes' | 'no' | 'neutral';

export interface PdfFact {
  readonly label: string;
  readonly value: PdfText;
}

export interface PdfTable {
  readonly head: readonly string[];
  /** Shares of the width, one a column. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly PdfText[])[];
}

export type PdfBlock =
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: PdfText; readonly tone?: 'muted' }
  /** What was said elsewhere. */
  | { readonly type: 'quote'; readonly heading: PdfText | null; readonly text: PdfText | null }
  | { readonly type: 'facts'; readonly rows: readonly PdfFact[] }
  | { readonly type: 'table'; readonly table: PdfTable }
  | {
      readonly type: 'choice';
      readonly heading: PdfText;
      readonly state: { readonly text: string; readonly tone: Tone };
      readonly description: PdfText | null;
      readonly facts: readonly PdfFact[];
      readonly table: PdfTable | null;
      readonly note: string | null;
    };

export interface PdfDocument {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** Who issues it, above the title. */
  readonly issuer: string | null;
  readonly lead: string;
  readonly blocks: readonly PdfBlock[];
  readonly footer: {
    readonly text: string;
    /** With `{page}` and `{pages}`. */
    readonly page: string;
  };
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
