/** Types of the functions that the service uses of packages without types. */

declare module 'fresh' {
  type Headers = Readonly<Record<string, string | undefined>>;
  export default function fresh(requestHeaders: Headers, responseHeaders: Headers): boolean;
}

declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    mediaType(available: readonly string[]): string | undefined;
    /** @param options `preferred`: the order among encodings of equal weight */
    encoding<Encoding extends string>(
      available: readonly Encoding[],
      options: { readonly preferred: readonly Encoding[] },
    ): Encoding | undefined;
  }
}
