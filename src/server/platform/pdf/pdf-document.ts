/** A document as plain data: the main thread makes it, the worker lays it out. */

export interface PdfText {
  readonly text: string;
  /**
   * `code`: ids, hashes, addresses. Left to right in every language; a sign that no font has is written as
   * its code point.
   */
  readonly kind?: 'text' | 'code';
  /**
   * `auto`: the direction of the first letter. Default: the document's. Lines always begin on the document's
   * side.
   */
  readonly direction?: 'ltr' | 'rtl' | 'auto';
  /** The address that a click opens. */
  readonly link?: string;
}

export type Tone = 'yes' | 'no' | 'neutral';

export interface PdfFact {
  readonly label: string;
  readonly value: PdfText;
}

export interface PdfTable {
  readonly head: readonly string[];
  /** Share of the width for each column. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly PdfText[])[];
}

export type PdfBlock =
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: PdfText; readonly tone?: 'muted' }
  /** Text quoted from elsewhere. */
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
  /** BCP 47 tag of its language. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** Name of the issuer, above the title. */
  readonly issuer: string | null;
  readonly lead: string;
  readonly blocks: readonly PdfBlock[];
  readonly footer: {
    readonly text: string;
    /** Page number, with `{page}` and `{pages}`. */
    readonly page: string;
  };
  /** Name of the program, for the metadata of the file. */
  readonly creator: string;
  /** Time of creation (epoch milliseconds). */
  readonly createdAt: number;
}
