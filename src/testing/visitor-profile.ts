import type { Choice, ChoiceSource } from '#standards/choice/index';

/**
 * The published profile that a visitor gets: the answer of `GET /svc/api/v1/bootstrap`, as far as a choice needs it.
 */
export interface VisitorProfile {
  readonly profileId: string | null;
  readonly profileVersion: number | null;
  readonly asksFirst: boolean;
  readonly cookies: {
    readonly choice: string | null;
    readonly domain: string | null;
    readonly path: string;
    readonly sameSite: 'lax' | 'strict' | 'none';
    readonly secure: boolean | null;
  };
  readonly profile: {
    readonly expiryDays: number;
    readonly gpcMode: Choice['gpcMode'];
    readonly cookies: ChoiceSource['cookies'];
    readonly services?: ChoiceSource['services'];
    readonly granularity?: ChoiceSource['granularity'];
    readonly preferenceModal: { readonly categories: ChoiceSource['categories'] };
  } | null;
}
