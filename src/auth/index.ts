export { createAuth } from './create-auth';
export { createRefusalLog } from './refusal-log';
