import { readGlobal } from '../core/dom';
import type { GppCall, GppCallback, GppSignal } from './framework-types';
import { keepLocator } from './keep-locator';
import { type DisplayStatus, tryCall } from './tcf-api';

export interface GppApi {
  /** Notifies every listener: first of the sections, then that they can be used. */
  announce(signal: GppSignal): void;
  display(status: DisplayStatus): void;
  /** Withdraws the sections, and makes vendors wait until the service has answered a decision. */
  hold(): void;
}

/** Returns a signal without information about the visitor, for the time until the service has answered a decision. */
export const toPending = (signal: GppSignal): GppSignal => ({
  ...signal,
  string: '',
  sectionList: [],
  parsedSections: {},
  signalStatus: 'not ready',
});

/**
 * Answers the calls of vendors, and listeners that the stub registered.
 * Source: IAB Tech Lab, GPP "CMP API Specification" 1.1.
 */
export function installGppApi(first: GppSignal): GppApi {
  const { events = [], listeners = events, lastId = 0 } = readGlobal('__gpp') ?? {};
  let signal = first;
  let cmpDisplayStatus: DisplayStatus = 'hidden';
  let signalStatus = signal.signalStatus;
  let id = lastId;

  const ping = () => {
    const { string, withGpc: _withGpc, ...facts } = signal;
    return {
      gppVersion: '1.1',
      cmpStatus: 'loaded',
      cmpDisplayStatus,
      ...facts,
      signalStatus,
      gppString: string,
    };
  };
  const fire = (eventName: string, data: unknown) => {
    for (const { id: listenerId, callback } of [...listeners])
      tryCall(() => callback({ eventName, listenerId, data, pingData: ping() }, true));
  };
  const sectionOf = (name: unknown) =>
    Object.hasOwn(signal.parsedSections, `${name}`) ? signal.parsedSections[`${name}`] : undefined;

  const commands: Record<string, (callback: GppCallback, parameter: unknown) => void> = {
    ping: (callback) => callback(ping(), true),
    addEventListener(callback) {
      id += 1;
      listeners.push({ id, callback });
      callback({ eventName: 'listenerRegistered', listenerId: id, data: true, pingData: ping() }, true);
    },
    removeEventListener(callback, listenerId) {
      const index = listeners.findIndex((listener) => listener.id === listenerId);
      if (index >= 0) listeners.splice(index, 1);
      callback(index >= 0, true);
    },
    hasSection: (callback, name) => callback(sectionOf(name) !== undefined, true),
    getSection: (callback, name) => callback(sectionOf(name) ?? null, true),
    getField(callback, path) {
      const [section, field = ''] = `${path}`.split('.');
      const segment = sectionOf(section)?.find((fields) => Object.hasOwn(fields, field));
      callback(segment?.[field] ?? null, true);
    },
  };

  window.__gpp = (...[command, callback, parameter]: GppCall) => {
    if (typeof callback !== 'function') return;
    if (Object.hasOwn(commands, command)) commands[command]?.(callback, parameter);
    else callback(null, false);
  };
  keepLocator('__gppLocator');
  const setStatus = (status: GppSignal['signalStatus']) => {
    if (status === signalStatus) return;
    signalStatus = status;
    fire('signalStatus', status);
  };

  fire('cmpStatus', 'loaded');
  if (signalStatus === 'ready') fire('signalStatus', 'ready');

  return {
    announce(next) {
      if (JSON.stringify(next) === JSON.stringify(signal)) return;
      const before = signal.parsedSections;
      setStatus('not ready');
      signal = next;
      for (const name of new Set([...Object.keys(before), ...Object.keys(next.parsedSections)]))
        if (JSON.stringify(before[name]) !== JSON.stringify(next.parsedSections[name]))
          fire('sectionChange', name);
      setStatus(next.signalStatus);
    },
    display(status) {
      if (status === cmpDisplayStatus) return;
      // While the visitor can change a choice, vendors wait. Before a choice the law of the place decides.
      if (status === 'visible' && !signal.withGpc) setStatus('not ready');
      cmpDisplayStatus = status;
      fire('cmpDisplayStatus', status);
      if (status === 'hidden') setStatus(signal.signalStatus);
    },
    hold() {
      signal = toPending(signal);
      setStatus('not ready');
    },
  };
}
