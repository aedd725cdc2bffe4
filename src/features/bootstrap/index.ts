export { createBootstrap } from './create-bootstrap';
