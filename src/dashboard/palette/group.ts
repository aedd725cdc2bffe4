import type { IconName } from '../components';

export interface Option {
  readonly id: string;
  readonly label: string;
  /** A second text, in which the search also looks: an e-mail address. */
  readonly note?: string;
  readonly icon: IconName;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
}
