import { type DataOf, type InputOf, useResource } from '../api/use-resource';
import { config } from '../config';
import type { PreviewMessage } from './preview-message';

/** Where the vendors of a previewed profile are named: its settings, or a saved version. */
export type TcfSource = Omit<InputOf<'previewTcfList'>['body'], 'locale'>;

interface TcfPreview {
  /** Undefined: the profile does not ask under the TCF, or the service has no vendor list. */
  readonly list: DataOf<'previewTcfList'> | undefined;
  readonly isLoading: boolean;
}

/** Reads what visitors of a profile would get of the vendor list. */
export function useTcfList(
  profile: PreviewMessage['profile'] | null,
  source: TcfSource | undefined,
): TcfPreview {
  const isAsked = config.tcf && source !== undefined && profile?.tcf !== undefined;
  const { data, isLoading } = useResource(
    'previewTcfList',
    { body: { ...source, locale: profile?.currentLocale ?? 'en' } },
    { enabled: isAsked, keepPrevious: true, keepFor: 0 },
  );
  return { list: isAsked ? data : undefined, isLoading: isAsked && isLoading };
}
