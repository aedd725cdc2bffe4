import { dom, readGlobal } from '../core/dom';
import { readQueue, tryCall } from './tcf-api';

/**
 * Removes the stubs of frameworks that do not ask this visitor, for example because the profile is for another place.
 * Waiting vendors are informed, and later ones find no API.
 */
export function retireStubs({ tcf, gpp }: { readonly tcf: boolean; readonly gpp: boolean }): void {
  const queue = tcf ? undefined : readQueue();
  const __gpp = readGlobal('__gpp');
  const listeners = __gpp?.listeners ?? __gpp?.events;
  if (queue) {
    remove('__tcfapi');
    for (const [, , callback] of queue) tryCall(() => callback(null, false));
  }
  if (!gpp && __gpp && listeners) {
    remove('__gpp');
    const data = 'GPP is not used here';
    __gpp('ping', (pingData) => {
      for (const { id: listenerId, callback } of listeners)
        tryCall(() => callback({ eventName: 'error', listenerId, data, pingData }, false));
    });
  }
}

function remove(name: '__tcfapi' | '__gpp'): void {
  delete window[name];
  dom.querySelector(`iframe[name=${name}Locator]`)?.remove();
}
