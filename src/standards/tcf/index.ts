export { checkTcString, type TcStringRefusal, tcStringRefusals } from './check-tc-string';
export { readTcString, type TcStringFacts } from './tc-string';
