export { AtOnce } from './at-once';
export { Button, LinkButton } from './button';
export { CodeBlock, CopyButton } from './copy-button';
export { CsvButton } from './csv-button';
export { DateRangeFields, isReversed } from './date-range-fields';
export { ConfirmDialog, Dialog, FormDialog, SecretDialog } from './dialogs';
export { ShowFaults } from './faults';
export { Chip, Empty, ErrorNotice, Load, Notice, ReadOnlyNotice, Skeleton } from './feedback';
export {
  Checkbox,
  DateField,
  RadioField,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from './fields';
export { FileField } from './file-field';
export { Icon, type IconName } from './icon';
export { Facts, Page, Panel, TenantNameContext, usePageHeading } from './layout';
export { ActionMenu } from './menu';
export { focusInvalidNumber, NumberField } from './number-field';
export { OwnLossDialog } from './own-loss-dialog';
export { PrintNote } from './print-note';
export { isDay, RangeField, useDayRange } from './range';
export { SearchForm } from './search-form';
export { SearchedFrom } from './searched-from';
export { type Column, PageNumbers, Pager, type Sort, Table } from './table';
export { LinkTabs } from './tabs';
export { toList } from './to-list';
export { ToastProvider, useTell } from './toasts';
export { useSteady } from './use-steady';
