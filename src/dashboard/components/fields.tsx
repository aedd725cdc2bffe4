import { memo, type ReactNode, useId } from 'react';
import {
  Checkbox as AriaCheckbox,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  Switch as AriaSwitch,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components';
import { useSharedWords } from '../words';
import { useFieldFault } from './faults';
import { Icon } from './icon';

interface FieldTexts {
  readonly label: string;
  /** Shown under the field; screen readers read it with the field. */
  readonly help?: ReactNode;
  /** Error of the value. */
  readonly error?: string | undefined;
  /** Path of the value in the request, such as `url`, under which the service says what is wrong with it. */
  readonly path?: string;
}

type TextProps = Omit<TextFieldProps, 'className' | 'children' | 'validate'> &
  FieldTexts & {
    /** Language and direction of the text, if they differ from the dashboard's. */
    readonly lang?: string;
    readonly dir?: 'ltr' | 'rtl';
  };

/** A field for one line of text. Drawn again only when something that it shows has changed. */
export const TextField = memo(function TextField({
  label,
  help,
  error: own,
  path,
  placeholder,
  inputMode,
  lang,
  dir,
  ...props
}: TextProps & { readonly placeholder?: string }) {
  const fault = useFieldFault(path, props.value ?? '');
  const error = own ?? fault;
  return (
    <AriaTextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
      <FieldLabel label={label} isRequired={props.isRequired} />
      <Input
        className="input"
        lang={lang}
        dir={dir}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(inputMode ? { inputMode } : {})}
      />
      <FieldNotes help={help} error={error} />
    </AriaTextField>
  );
});

/** A field for several lines of text. */
export function TextAreaField({
  label,
  help,
  error: own,
  path,
  rows = 4,
  toolbar,
  lang,
  dir,
  ...props
}: TextProps & {
  readonly rows?: number;
  /** Shown above the text, in the same frame. */
  readonly toolbar?: ReactNode;
}) {
  const fault = useFieldFault(path, props.value ?? '');
  const error = own ?? fault;
  const area = <TextArea className="input area" rows={rows} lang={lang} dir={dir} />;
  return (
    <AriaTextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
      <FieldLabel label={label} isRequired={props.isRequired} />
      {toolbar === undefined ? (
        area
      ) : (
        <div className="edit-box">
          {toolbar}
          {area}
        </div>
      )}
      <FieldNotes help={help} error={error} />
    </AriaTextField>
  );
}

function FieldLabel({
  label,
  isRequired,
}: {
  readonly label: string;
  readonly isRequired: boolean | undefined;
}) {
  const { states } = useSharedWords();
  return (
    <Label className="label">
      {label}
      {isRequired === false && <span className="muted"> ({states.optional})</span>}
    </Label>
  );
}

function FieldNotes({ help, error }: Pick<FieldTexts, 'help' | 'error'>) {
  return (
    <>
      {help !== undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">
        <Icon name="error" />
        {error}
      </FieldError>
    </>
  );
}

export interface SelectFieldProps<Value extends string> extends FieldTexts {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Whether only screen readers get the label, because the position explains the field. */
  readonly isLabelHidden?: boolean;
}

/** A choice between few options, with the platform's own control, which phones show best. */
export function SelectField<Value extends string>({
  label,
  help,
  error: own,
  path,
  value,
  options,
  onChange,
  isDisabled = false,
  isLabelHidden = false,
}: SelectFieldProps<Value>) {
  const id = useId();
  const fault = useFieldFault(path, value);
  const error = own ?? fault;
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      <span className="select">
        <select
          id={id}
          className="input"
          value={value}
          disabled={isDisabled}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <NativeNotes id={id} help={help} error={error} />
    </div>
  );
}

export interface DateFieldProps extends FieldTexts {
  /** `2026-11-22`; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly min?: string;
  readonly max?: string;
}

/** A day, with the platform's own control. Browsers also take years of six digits, which the field leaves out. */
export function DateField({ label, help, error: own, path, value, onChange, min, max }: DateFieldProps) {
  const id = useId();
  const fault = useFieldFault(path, value);
  const error = own ?? fault;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="date"
        value={value}
        min={min}
        max={max || '9999-12-31'}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-notes`}
        onChange={({ target }) => target.value.length <= 'YYYY-MM-DD'.length && onChange(target.value)}
      />
      <NativeNotes id={id} help={help} error={error} />
    </div>
  );
}

/** Help and error of a field that is the platform's own control. */
function NativeNotes({ id, help, error }: Pick<FieldTexts, 'help' | 'error'> & { readonly id: string }) {
  return (
    <span id={`${id}-notes`}>
      {help !== undefined && <span className="help">{help}</span>}
      {error !== undefined && (
        <span className="field-error">
          <Icon name="error" />
          {error}
        </span>
      )}
    </span>
  );
}

interface ToggleProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** Whether it is saving. It keeps the focus meanwhile. */
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
  readonly help?: ReactNode;
}

/** One of several options that are chosen together and saved later. */
export function Checkbox({ children, help, ...props }: ToggleProps & { readonly isIndeterminate?: boolean }) {
  return (
    <AriaCheckbox {...props} className="checkbox">
      <span className="box">
        <Icon name="check" />
      </span>
      <span>
        {children}
        {help !== undefined && <span className="help">{help}</span>}
      </span>
    </AriaCheckbox>
  );
}

/** A switch for something that is on or off. */
export function Switch({ children, help, ...props }: ToggleProps) {
  return (
    <AriaSwitch {...props} className="switch">
      <span className="track" />
      <span>
        {children}
        {help !== undefined && <span className="help">{help}</span>}
      </span>
    </AriaSwitch>
  );
}

export interface RadioFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    readonly help?: ReactNode;
    readonly isDisabled?: boolean;
  }[];
  readonly isDisabled?: boolean;
  readonly isHorizontal?: boolean;
}

/** A choice that shows all its options. */
export function RadioField<Value extends string>({
  label,
  value,
  onChange,
  options,
  isDisabled = false,
  isHorizontal = false,
}: RadioFieldProps<Value>) {
  return (
    <AriaRadioGroup
      className="field"
      value={value}
      onChange={(next) => onChange(next as Value)}
      isDisabled={isDisabled}
    >
      <Label className="label">{label}</Label>
      <div className={isHorizontal ? 'row' : 'stack tight'}>
        {options.map((option) => (
          <AriaRadio
            key={option.value}
            value={option.value}
            className="radio"
            isDisabled={option.isDisabled ?? false}
          >
            <span className="dot" />
            <span>
              {option.label}
              {option.help !== undefined && <span className="help">{option.help}</span>}
            </span>
          </AriaRadio>
        ))}
      </div>
    </AriaRadioGroup>
  );
}
