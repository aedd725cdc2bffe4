export { createHostPolicy, removeHosts, withReports } from './content-security-policy';
export { isHostSource } from './host-source';
