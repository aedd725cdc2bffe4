import { dom, readGlobal } from '../core/dom';
import type { GppCall, GppListener, TcfCall } from './framework-types';

/**
 * Creates the APIs that the page does not have yet, before anything can answer them: they keep what vendors ask
 * until the widget has loaded.
 * Source: IAB Tech Lab, TCF "CMP API" v2.2, "How does the CMP stub API work?"; GPP "CMP API Specification" 1.1,
 * "Example stub code".
 */
export function createStubs({ tcf, gpp }: { readonly tcf: boolean; readonly gpp: boolean }): void {
  if (tcf && !readGlobal('__tcfapi')) {
    const queue: TcfCall[] = [];
    window.__tcfapi = (...call: TcfCall) => {
      const [command, , callback] = call;
      if (command === 'ping') callback({ cmpLoaded: false, cmpStatus: 'stub', apiVersion: '2.2' }, true);
      else queue.push(call);
    };
    window.__tcfapi.queue = queue;
    answerFrames('__tcfapi', ({ command, version, parameter }, answer) =>
      window.__tcfapi?.(command, version, answer, parameter),
    );
  }
  if (gpp && !readGlobal('__gpp')) {
    const listeners: GppListener[] = [];
    const pingData = {
      gppVersion: '1.1',
      cmpStatus: 'stub',
      cmpDisplayStatus: 'hidden',
      signalStatus: 'not ready',
      supportedAPIs: [],
      cmpId: 0,
      sectionList: [],
      applicableSections: [0],
      gppString: '',
      parsedSections: {},
    };
    const api = (...[command, callback, parameter]: GppCall) => {
      if (command === 'ping') callback(pingData, true);
      else if (command === 'addEventListener') {
        const listenerId = ++api.lastId;
        listeners.push({ id: listenerId, callback });
        callback({ eventName: 'listenerRegistered', listenerId, data: true, pingData }, true);
      } else if (command === 'removeEventListener') {
        const index = listeners.findIndex(({ id }) => id === parameter);
        if (index >= 0) listeners.splice(index, 1);
        callback(index >= 0, true);
      } else callback(null, true);
    };
    api.lastId = 0;
    api.listeners = listeners;
    window.__gpp = api;
    answerFrames('__gpp', ({ command, parameter }, answer) => window.__gpp?.(command, answer, parameter));
  }
}

interface Message {
  readonly command: string;
  readonly version: unknown;
  readonly parameter: unknown;
}

/** Answers vendors in frames. The sender's origin does not matter, because every page may ask. */
function answerFrames(
  name: '__tcfapi' | '__gpp',
  ask: (message: Message, answer: (returnValue: unknown, success?: boolean) => void) => void,
): void {
  addLocator(`${name}Locator`);
  addEventListener('message', ({ data, source }) => {
    try {
      const isText = typeof data === 'string';
      const message = (isText ? JSON.parse(data) : data)[`${name}Call`];
      ask(message, (returnValue, success) => {
        const answer = { [`${name}Return`]: { returnValue, success, callId: message.callId } };
        (source as Window).postMessage(isText ? JSON.stringify(answer) : answer, '*');
      });
    } catch {
      // Not a call: pages receive messages of every kind.
    }
  });
}

/** Frames find the page that answers them by the name of an empty frame in it. */
export function addLocator(name: string): void {
  if (dom.querySelector(`iframe[name=${name}]`)) return;
  if (!dom.body) return void setTimeout(addLocator, 9, name);
  const frame = dom.createElement('iframe');
  frame.style.display = 'none';
  frame.name = name;
  dom.body.append(frame);
}
