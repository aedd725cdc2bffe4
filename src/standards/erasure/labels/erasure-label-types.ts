/** The fixed words of a printed certificate of erasure in one language. `{name}` stands for what is filled in. */
export interface ErasureLabels {
  /** BCP 47. */
  readonly locale: string;
  readonly title: string;
  /** `{date}`. `incomplete`: an erasure of several visitors that was interrupted. */
  readonly leads: Readonly<Record<'visitor' | 'subject' | 'incomplete', string>>;
  readonly sections: Readonly<Record<'erased' | 'request' | 'kept' | 'visitors' | 'verify', string>>;
  readonly fields: Readonly<
    Record<
      | 'number'
      | 'code'
      | 'erasedAt'
      | 'askedBy'
      | 'operator'
      | 'reason'
      | 'visitors'
      | 'records'
      | 'states'
      | 'parentalRequests'
      | 'person'
      | 'basis'
      | 'address'
      | 'visitor'
      | 'auditEntry',
      string
    >
  >;
  /** Who asked. `unproven`: the request named the visitor, and nothing proves that it was theirs. */
  readonly by: Readonly<Record<'visitor' | 'unproven' | 'apiKey' | 'operator', string>>;
  readonly kept: Readonly<Record<'auditLog' | 'certificate', string>>;
  readonly statistics: string;
  readonly backups: string;
  readonly hashes: string;
  readonly verify: string;
  /** `{count}`. */
  readonly more: string;
  /** `{date}`. */
  readonly issued: string;
  /** `{page}`, `{pages}`. */
  readonly page: string;
}
