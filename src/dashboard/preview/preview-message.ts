import type { DataOf } from '../api/use-resource';

/** The visits that the preview can show. */
export const situations = ['first', 'gpc', 'returning', 'preferences'] as const;
export type Situation = (typeof situations)[number];

/** What the dashboard sends to the frame of a preview. */
export interface PreviewMessage {
  readonly profile: DataOf<'previewProfile'>['profile'];
  readonly scheme: 'light' | 'dark';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  readonly situation: Situation;
}

/** What the frame answers: it waits for the message, it shows it, or the visitor wants another language. */
export type PreviewAnswer =
  | { readonly type: 'ready' | 'drawn' }
  | { readonly type: 'language'; readonly locale: string };
