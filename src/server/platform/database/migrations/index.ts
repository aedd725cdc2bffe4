import { initial } from './001-initial';
import type { Migration } from './migration';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [initial];
