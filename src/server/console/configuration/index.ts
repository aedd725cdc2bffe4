export { type Configuration, createConfiguration } from './create-configuration';
