import { initial } from './001-initial';
import type { Migration } from './migration';

/** Every migration, oldest first. */
export const migrations: readonly Migration[] = [initial];
