import type { Command } from '../command';
import { demoData } from './demo-data';
import { doctor } from './doctor';
import { erase } from './erase';
import { exportData } from './export';
import { importData } from './import';
import { init } from './init';
import { law } from './law';
import { migrate } from './migrate';
import { pull } from './pull';
import { push } from './push';
import { rebuildStatistics } from './rebuild-statistics';
import { resetPassword } from './reset-password';
import { restored } from './restored';
import { rotate } from './rotate';
import { scanSite } from './scan';
import { serve } from './serve';
import { starterTexts } from './starter-texts';
import { storage } from './storage';
import { types } from './types';
import { verifyAudit } from './verify-audit';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  init,
  doctor,
  law,
  migrate,
  serve,
  importData,
  exportData,
  restored,
  erase,
  starterTexts,
  demoData,
  pull,
  push,
  scanSite,
  types,
  storage,
  rotate,
  resetPassword,
  rebuildStatistics,
  verifyAudit,
];
