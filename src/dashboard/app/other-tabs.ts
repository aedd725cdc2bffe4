import { config } from '../config';

const channelName = `express-consent:${config.adminBase}`;

/** Informs the dashboard's other tabs that the session has ended. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-out');
  channel.close();
}

/** Registers a function that is called when another tab has signed out. Returns a function that unregisters it. */
export function onSignedOut(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
