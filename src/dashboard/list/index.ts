export { List, ListBody, type ListColumn, ListFields } from './list';
export { useList } from './use-list';
