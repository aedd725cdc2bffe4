export { createFrameworks } from './create-frameworks';
export type { FrameworkApis } from './framework-apis';
export { GppSignal, TcfNotice } from './framework-schemas';
export type { TcStringMaker } from './tc-strings';
export type { VisitorSignals } from './visitor-signals';
