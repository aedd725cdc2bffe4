export { createWidget, type WidgetTags } from './create-widget';
export type { WithinPageTime } from './page-deadline';
export type { ConsentModeOptions, PageOptions, PageTags } from './page-tags';
export type { ReadChoice, VisitorChoice } from './read-choice';
export type { SnippetOptions } from './snippet';
export { writeThemeCss } from './theme-css';
export { writeMarkup } from './write-markup';
