import { config } from '../config';

const channelName = `express-consent:${config.adminBase}`;

/** Says to the dashboard's other tabs that the session has ended. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-out');
  channel.close();
}

/** Calls back when another tab has signed out. Returns a function that ends it. */
export function onSignedOut(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
