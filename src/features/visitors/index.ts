export { createVisitors } from './create-visitors';
