export { type DiskStorageOptions, diskStorage } from './disk-storage';
