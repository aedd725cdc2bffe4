import type { Command } from '../command';
import { demoData } from './demo-data';
import { exportData } from './export';
import { importData } from './import';
import { migrate } from './migrate';
import { rebuildStatistics } from './rebuild-statistics';
import { resetPassword } from './reset-password';
import { rotate } from './rotate';
import { serve } from './serve';
import { storage } from './storage';
import { verifyAudit } from './verify-audit';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  migrate,
  serve,
  importData,
  exportData,
  demoData,
  storage,
  rotate,
  resetPassword,
  rebuildStatistics,
  verifyAudit,
];
