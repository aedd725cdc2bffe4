import type { DataOf } from '../../../api/use-resource';
import { usePreview } from '../../../preview/use-preview';
import type { Content } from '../edits/content';

export type Finding = DataOf<'previewProfile'>['warnings'][number];

export interface Findings {
  /** Findings that block saving. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Why the content could not be checked. */
  readonly error?: unknown;
}

/** Returns the findings of the rules in unsaved content, on screens without a preview. */
export const useFindings = (content: Content): Findings => usePreview(content).findings;
