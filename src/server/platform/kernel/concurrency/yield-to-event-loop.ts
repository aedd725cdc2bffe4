/** Lets requests and timers that are due run before a long computation continues. */
export { setImmediate as yieldToEventLoop } from 'node:timers/promises';
