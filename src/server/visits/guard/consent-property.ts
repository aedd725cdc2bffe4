import type { IncomingMessage } from 'node:http';
import type { ReadChoice, VisitorChoice } from '../widget';

/** A request of Express, whose prototype belongs to its app. */
type AppRequest = IncomingMessage & { readonly app?: { readonly request?: object } };

/**
 * Creates the function that gives a request the property `consent`, which is read from the cookie when it is used first.
 * An accessor on each request would slow all later work of Express with the request by several percent, so it is
 * added once to the prototype that the app has for its requests. It is undefined for those that no guard has seen.
 */
export function createConsentProperty(readChoice: ReadChoice): (req: IncomingMessage) => void {
  const guarded = new WeakSet<IncomingMessage>();
  const read = new WeakMap<IncomingMessage, VisitorChoice>();
  const prepared = new WeakSet<object>();
  const property: PropertyDescriptor & ThisType<IncomingMessage> = {
    configurable: true,
    enumerable: false,
    get() {
      if (!guarded.has(this)) return undefined;
      let choice = read.get(this);
      if (choice === undefined) {
        choice = readChoice(this);
        read.set(this, choice);
      }
      return choice;
    },
  };
  return (req) => {
    guarded.add(req);
    const prototype: object = Object.getPrototypeOf(req);
    if (prepared.has(prototype)) return;
    // The service of another guard may have prepared the app.
    const isOwn = (req as AppRequest).app?.request === prototype && !Object.hasOwn(prototype, 'consent');
    Object.defineProperty(isOwn ? prototype : req, 'consent', property);
    if (isOwn) prepared.add(prototype);
  };
}
