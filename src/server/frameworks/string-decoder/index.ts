export { createStringDecoder } from './create-string-decoder';
