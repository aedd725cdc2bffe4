import type { ReactNode } from 'react';

/** One kind of component in all its states. */
export interface Story {
  readonly title: string;
  readonly Content: () => ReactNode;
}
