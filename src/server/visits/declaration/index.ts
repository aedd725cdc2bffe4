export { createDeclaration } from './create-declaration';
export type { PageDeclaration, PageDeclarationOptions, WriteDeclaration } from './page-declaration';
