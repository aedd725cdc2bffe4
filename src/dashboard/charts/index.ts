export { Bars } from './bars';
export { StackedDays } from './stacked-days';
