import { allDenied, allGranted } from './consent';
import type { TestApp } from './create-test-app';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface TestVisitor {
  readonly variant?: string;
  readonly profileId: string;
  readonly profileVersion?: number;
  readonly locale?: string;
  readonly device?: 'phone' | 'tablet' | 'desktop';
  readonly timezone?: string;
}

/** The calls of a visitor's browser that sees a banner, with the headers of a real one. */
export function visitorCalls(app: TestApp, headers: Record<string, string> = {}) {
  const post = (path: string, body: object) =>
    app.request
      .post(`${app.publicBase}${path}`)
      .set({ 'User-Agent': firefox, ...headers })
      .send(body);
  const see = ({ profileVersion = 1, locale = 'en', device = 'desktop', ...visitor }: TestVisitor) =>
    post('/impressions', { profileVersion, locale, device, ...visitor });
  const decide = ({ device = 'desktop', ...visitor }: TestVisitor, body: object) =>
    post('/consent', { locale: 'en', shownOn: device, ...visitor, ...body });
  return {
    see,
    decide,
    /** Sees a banner so many times, accepts so many and refuses so many. */
    async visit(visitor: TestVisitor, counts: { seen: number; accepted?: number; refused?: number }) {
      for (let left = counts.seen; left > 0; left -= 1) await see(visitor).expect(200);
      for (let left = counts.accepted ?? 0; left > 0; left -= 1)
        await decide(visitor, { consentJson: allGranted, method: 'accept' }).expect(200);
      for (let left = counts.refused ?? 0; left > 0; left -= 1)
        await decide(visitor, { consentJson: allDenied, method: 'refuse' }).expect(200);
    },
  };
}
