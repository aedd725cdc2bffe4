export { createDemoData, type DemoData } from './make-demo-data';
