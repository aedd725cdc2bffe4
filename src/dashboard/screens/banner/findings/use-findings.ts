import { useEffect, useState } from 'react';
import { call } from '../../../api/client';
import type { DataOf } from '../../../api/use-resource';
import type { Content } from '../edits/content';

export type Finding = DataOf<'previewProfile'>['warnings'][number];

export interface Findings {
  /** They block saving. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

const none: Findings = { errors: [], warnings: [] };
const pauseMs = 600;

/** Returns what the rules find in content that is not saved, a moment after it was typed. */
export function useFindings({ defaultLocale, profileJson, localeContent }: Content): Findings {
  const [findings, setFindings] = useState(none);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      // Without an answer, the findings before stay; saving reports what blocks it.
      const answer = await call('previewProfile', {
        body: { defaultLocale, profileJson, localeContent },
        signal: controller.signal,
      }).catch(() => null);
      if (answer !== null) setFindings(answer.data);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [defaultLocale, profileJson, localeContent]);
  return findings;
}
