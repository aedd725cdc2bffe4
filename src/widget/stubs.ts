import { createStubs } from './frameworks/stubs';

/** The service replaces this name by the options as JSON: the frameworks to answer for. */
declare const stubOptions: { readonly tcf: boolean; readonly gpp: boolean };

createStubs(stubOptions);
