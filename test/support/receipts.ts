import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import { cookieOf } from './consent';
import type { TestApp } from './create-test-app';
import { createActiveProfile, profileJson } from './profiles';

interface Answer {
  readonly on: IncomingMessage['on'];
}

/** Reads an answer's body as the bytes that it is. */
export function asBytes(answer: Answer, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => done(null, Buffer.concat(chunks)));
}

export function receiptCalls(app: TestApp) {
  const path = (visitorId: string) => `${app.publicBase}/consent/${visitorId}/receipt`;
  const get = (visitorId: string) => app.request.get(path(visitorId)).set('Cookie', cookieOf(visitorId));
  return {
    path,
    get,
    json: (visitorId: string) => get(visitorId).set('Accept', 'application/json'),
    // supertest's types know a parser of texts only.
    pdf: (visitorId: string) =>
      get(visitorId)
        .buffer(true)
        .parse(asBytes as never),
  };
}

/** A profile that offers receipts, active in its group. */
export function createReceiptProfile(
  app: TestApp,
  overrides: Partial<ProfileJson> = {},
  localeContent: Record<string, LocaleContent> = {},
) {
  return createActiveProfile(app, {
    profileJson: profileJson({ allowReceipt: true, ...overrides }),
    localeContent,
  });
}

/** The small profile's texts in another language. */
export function contentIn(texts: {
  readonly heading: string;
  readonly text: string;
  readonly categories: readonly [string, string, string];
  readonly about: string;
}): LocaleContent {
  const { heading, text, categories, about } = texts;
  const [necessary, analytics, marketing] = categories;
  return {
    mainBanner: {
      heading,
      htmlText: `<p>${text}</p>`,
      buttons: [{ text: '1' }, { text: '2' }, { text: '3' }],
    },
    preferenceModal: {
      heading,
      buttons: [{ text: '1' }],
      categories: {
        necessary: { heading: necessary },
        analytics: { heading: analytics, htmlText: about },
        marketing: { heading: marketing },
      },
    },
  };
}

/** Returns the text of a PDF according to Poppler, in the order of reading, without the marks of direction that it adds. */
export function textOf(pdf: Buffer, ...options: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = execFile('pdftotext', [...options, '-', '-'], { maxBuffer: 1 << 26 }, (error, text) =>
      error
        ? reject(error)
        : resolve(text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/\u00a0/g, ' ')),
    );
    reader.stdin?.end(pdf);
  });
}

export function infoOf(pdf: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = execFile('pdfinfo', ['-'], (error, text) => (error ? reject(error) : resolve(text)));
    reader.stdin?.end(pdf);
  });
}
