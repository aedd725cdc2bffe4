export {
  accountWords,
  hasWidgetWords,
  type WidgetWord,
  widgetWordKeys,
  widgetWordLocales,
  widgetWords,
} from './widget-words';
