// Compiled only: what hosts pass as `logger`.
import type { ConsentServiceConfig } from 'express-consent';
import { pino } from 'pino';
import winston from 'winston';

export const loggers: readonly ConsentServiceConfig['logger'][] = [pino(), winston.createLogger(), console];
