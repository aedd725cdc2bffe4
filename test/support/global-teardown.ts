import { removeTemplates } from './databases';

export default removeTemplates;
