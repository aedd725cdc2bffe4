import type { DataOf } from '../api/use-resource';

/** The visits that the preview can show. */
export const situations = ['first', 'gpc', 'returning', 'preferences'] as const;
export type Situation = (typeof situations)[number];

/** Message from the dashboard to the frame of a preview. */
export interface PreviewMessage {
  readonly profile: DataOf<'previewProfile'>['profile'];
  /** The part of the vendor list that its visitors get; absent: it does not ask under the TCF, or there is no list. */
  readonly tcfList?: DataOf<'previewTcfList'>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  readonly situation: Situation;
  /** Of an experiment; absent: A. */
  readonly variant?: string;
}

/** Answer of the frame: it is ready for the message, it shows it, or the visitor wants another language. */
export type PreviewAnswer =
  | { readonly type: 'ready' | 'drawn' }
  | { readonly type: 'language'; readonly locale: string };
