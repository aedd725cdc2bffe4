import { readGlobal } from '../core/dom';
import type { TcfCall, TcfCallback, TcfNotice } from './framework-types';
import { keepLocator } from './keep-locator';
import { readTcString } from './read-tc-string';

export type TcfEvent = 'tcloaded' | 'cmpuishown' | 'useractioncomplete';
export type DisplayStatus = 'visible' | 'hidden' | 'disabled';

export interface TcfApi {
  /** Notifies every listener of a string, unless the last event was the same; `null` when there is none. */
  announce(event: TcfEvent, tcString: string | null): void;
  display(status: DisplayStatus): void;
  /** Takes over a newer notice for the next answers. */
  renew(notice: TcfNotice): void;
}

/**
 * Answers the calls of vendors, first those that the stub kept.
 * @param stored the string of a choice that is in force
 * Source: IAB Tech Lab, TCF "CMP API" v2.2, "What required API commands must a CMP support?".
 */
export function installTcfApi(first: TcfNotice, stored: string | null): TcfApi {
  const listeners = new Map<number, TcfCallback>();
  let { cmpId, cmpVersion, gdprApplies, policyVersion, listVersion, publisherCC } = first;
  let displayStatus: DisplayStatus = gdprApplies ? 'hidden' : 'disabled';
  let eventStatus: TcfEvent | undefined = gdprApplies && !stored ? undefined : 'tcloaded';
  let tcString = stored;
  let lastId = 0;

  function toData(listenerId?: number) {
    const facts = { gdprApplies, tcfPolicyVersion: policyVersion, cmpId, cmpVersion };
    const status = { cmpStatus: 'loaded', eventStatus, listenerId };
    if (!gdprApplies) return { ...facts, ...status };
    const { vendorListVersion: _version, ...fields } = readTcString(tcString ?? '');
    return tcString === null
      ? { ...fields, ...facts, ...status, tcString: '', publisherCC, isServiceSpecific: true }
      : { ...facts, ...fields, ...status, tcString };
  }

  const commands: Record<string, (callback: TcfCallback, parameter: unknown) => void> = {
    ping: (callback) =>
      callback(
        {
          gdprApplies,
          cmpLoaded: true,
          cmpStatus: 'loaded',
          displayStatus,
          apiVersion: '2.2',
          cmpVersion,
          cmpId,
          gvlVersion: listVersion,
          tcfPolicyVersion: policyVersion,
        },
        true,
      ),
    getTCData: (callback) => callback(toData(), true),
    addEventListener(callback) {
      const id = ++lastId;
      listeners.set(id, callback);
      callback(toData(id), true);
    },
    removeEventListener: (callback, id) => callback(listeners.delete(id as number)),
  };

  const queue = readQueue() ?? [];
  window.__tcfapi = (...[command, version, callback, parameter]: TcfCall) => {
    if (typeof callback !== 'function') return;
    // `0`, `null` and nothing stand for the newest version.
    if (!Object.hasOwn(commands, command) || (version && version !== 2)) callback(null, false);
    else commands[command]?.(callback, parameter);
  };
  keepLocator('__tcfapiLocator');
  for (const call of queue) tryCall(() => window.__tcfapi?.(...call));

  return {
    announce(event, text) {
      if (!gdprApplies || (event === eventStatus && text === tcString)) return;
      eventStatus = event;
      tcString = text;
      for (const [id, callback] of [...listeners]) tryCall(() => callback(toData(id), true));
    },
    display(status) {
      displayStatus = status;
    },
    renew(notice) {
      ({ cmpId, cmpVersion, gdprApplies, policyVersion, listVersion, publisherCC } = notice);
    },
  };
}

/** Returns the calls that a stub has kept. The IAB's sample returns them to a call without arguments. */
export function readQueue(): TcfCall[] | undefined {
  const api = readGlobal('__tcfapi') as Partial<NonNullable<Window['__tcfapi']>> & (() => unknown);
  try {
    const queue = api.queue ?? api();
    return Array.isArray(queue) ? queue : undefined;
  } catch {
    // No stub, but another API.
  }
}

/** An error of one vendor must not keep the others from being notified. */
export function tryCall(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.error(error);
  }
}
