import { startTag } from './start-tag';

startTag((loader) => loader);
