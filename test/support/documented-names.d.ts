/**
 * Names that blocks of the documentation use without declaring them, for `test/meta/code-types.test.ts`: the service of
 * other blocks, and what belongs to the reader's own app.
 */
import type { S3Client as AwsClient } from '@aws-sdk/client-s3';
import type { Express as ExpressApp, Request, Response } from 'express';
import type * as own from 'express-consent';
import type { createAdminClient as AdminClient } from 'express-consent/client';
// Declares `window.expressConsent`.
import type {} from 'express-consent/widget';
import type { Knex } from 'knex';

declare global {
  const createConsentService: typeof own.createConsentService;
  const s3Storage: typeof own.s3Storage;
  const createAdminClient: typeof AdminClient;
  const admin: ReturnType<typeof AdminClient>;
  const service: own.ConsentService;
  const svc: own.ConsentService;
  const consent: own.ConsentService;
  const knex: Knex;
  const createKnex: typeof import('knex').knex;
  const S3Client: typeof AwsClient;
  const express: typeof import('express');
  const app: ExpressApp;
  const req: Request;
  const res: Response;
  const http: typeof import('node:http');
  const pino: typeof import('pino').default;
  const randomBytes: typeof import('node:crypto').randomBytes;
  const renderToString: typeof import('react-dom/server').renderToString;
  const ConsentProvider: typeof import('express-consent/react').ConsentProvider;

  // Of the reader.
  const accessKeyId: string;
  const alertSecurity: (...facts: unknown[]) => void;
  const apiKey: string;
  const checkPassword: (body: unknown) => Promise<{ readonly id: string }>;
  const consentJson: Record<string, 'granted' | 'denied'>;
  const dataSigningHash: string;
  const database: Knex;
  const email: string;
  const id: string;
  const forget: (visitorId: string) => void;
  const log: Console;
  const makeEmptyPlace: () => Promise<{ remove(): Promise<void> }>;
  const myStorage: (place: object) => own.StorageAdapter;
  const onlyFromOffice: import('express').RequestHandler;
  const password: string;
  const profileId: string;
  const purge: own.ConsentServiceConfig['purge'];
  const remember: (record: object) => void;
  const secretAccessKey: string;
  const sendMail: (to: string, values: object) => Promise<void>;
  const template: string;
  const user: { readonly id: string };
  const visitorId: string;

  // Of the browser, and of other tools.
  const dataLayer: object[];
  const expressConsent: NonNullable<Window['expressConsent']>;
  interface DocumentEventMap {
    consent: CustomEvent<{ states: Record<string, string>; decided: boolean }>;
  }
  const cy: ReturnType<JSON['parse']>;
  const Fastify: ReturnType<JSON['parse']>;
  const hono: ReturnType<JSON['parse']>;
  const nextApp: ReturnType<JSON['parse']>;
  const serve: ReturnType<JSON['parse']>;
  const NestFactory: ReturnType<JSON['parse']>;
  const AppModule: unknown;
  const App: () => null;
  const Statistics: () => null;
  const describe: (name: string, run: () => void) => void;
  const it: (name: string, run: () => unknown) => void;

  namespace Express {
    interface Request {
      /** Of a session middleware. */
      session: { readonly userId?: string; destroy(done: () => void): void };
    }
  }

  namespace NodeJS {
    interface ProcessEnv {
      FASTLY_TOKEN: string;
      WEBHOOK_SECRET: string;
    }
  }
}
