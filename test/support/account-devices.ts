import type { Request, Response } from 'express';
import { decodeChoice } from '#standards/choice/choice';
import { readChoiceStates } from '#standards/choice/index';
import type { TestApp } from './create-test-app';

/** Adds routes with which browsers sign in to the host's accounts and out again. */
export function addSignIn({ app, service }: Pick<TestApp, 'app' | 'service'>): void {
  const answering = (work: (req: Request) => Promise<unknown>) => (req: Request, res: Response) =>
    void work(req).then(
      (result) => res.json(result ?? null),
      (error) => res.status(500).json({ name: error.name, message: error.message }),
    );
  app.post(
    '/sign-in/:user',
    answering((req) => service.link(req, String(req.params.user), { tenantId: readTenant(req) })),
  );
  app.post(
    '/sign-out',
    answering((req) => service.unlink(req, { tenantId: readTenant(req) })),
  );
}

const readTenant = ({ query }: Request) => query.tenantId as string | undefined;

/** Ends what a browser has consented to, as the widget does where refusals stay. */
export function endConsent({ jar }: Pick<ReturnType<typeof openDevice>, 'jar'>): void {
  jar.set('svc_choice', (jar.get('svc_choice') ?? '').replaceAll('~g', '~d'));
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A browser with its own cookies. */
export function openDevice(
  app: TestApp,
  { signal = false, tenantId }: { signal?: boolean; tenantId?: string } = {},
) {
  const jar = new Map<string, string>();
  const query = tenantId === undefined ? '' : `?tenantId=${tenantId}`;

  async function send(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const request = app.request[method](`${path}${query}`);
    if (jar.size > 0) request.set('Cookie', [...jar].map((pair) => pair.join('=')).join('; '));
    if (signal) request.set('Sec-GPC', '1');
    const answer = await request.send(body);
    for (const line of (answer.headers['set-cookie'] ?? []) as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  const device = {
    jar,
    send,
    get visitorId() {
      return jar.get('svc_vid');
    },
    /** The choice that the browser keeps; null without one. */
    get choice() {
      return decodeChoice(jar.get('svc_choice'));
    },
    /** The states of the optional categories in it; null without one. */
    get states() {
      const { choice } = device;
      if (choice === null) return null;
      const { necessary: _mandatory, ...states } = readChoiceStates(choice, signal);
      return states;
    },
    signIn: async (user: string) => (await send('post', `/sign-in/${user}`)).body,
    signOut: async () => (await send('post', '/sign-out')).body,
    decide: (profileId: string, consentJson: object, more: object = {}) =>
      send('post', `${app.publicBase}/consent`, { profileId, consentJson, ...more }),
    change: (consentJson: object) =>
      send('put', `${app.publicBase}/consent/${jar.get('svc_vid')}`, { consentJson }),
    /** Asks as the widget does from time to time on a device on which an account is signed in. */
    follow: () => send('get', `${app.publicBase}/consent`),
  };
  return device;
}
