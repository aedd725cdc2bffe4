export { createStatistics } from './create-statistics';
