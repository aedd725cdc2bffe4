import { useRef, useState } from 'react';
import { useSharedWords } from '../words';
import { TextField } from './fields';

interface NumberFieldProps {
  readonly label: string;
  /** Path of the value in the faults of `ShowFaults`. */
  readonly path?: string;
  readonly help?: string;
  /** Undefined: the field is empty. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  /** Called with valid numbers only: while the text is none, with the number from before the typing. */
  readonly onChange: (value: number | undefined) => void;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
}

/** A whole number, or none. Other input stays as it was typed, with the range that is allowed. */
export function NumberField({ value, min, max, onChange, ...props }: NumberFieldProps) {
  const { states } = useSharedWords();
  const [typed, setTyped] = useState({ text: toText(value), value });
  const before = useRef(value);
  // The typed text stays until something else, such as a merge, changes the number.
  const shown = typed.value === value ? typed.text : toText(value);
  const isValid = (text: string) => text === '' || (/^\d+$/.test(text) && +text >= min && +text <= max);
  const change = (text: string) => {
    const trimmed = text.trim();
    const next = !isValid(trimmed) ? before.current : trimmed === '' ? undefined : Number(trimmed);
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <TextField
      {...props}
      data-number
      inputMode="numeric"
      value={shown}
      onFocus={() => {
        if (isValid(shown.trim())) before.current = value;
      }}
      error={isValid(shown.trim()) ? undefined : states.wholeNumber(min, max)}
      onChange={change}
    />
  );
}

const toText = (value: number | undefined): string => (value === undefined ? '' : String(value));

/**
 * Moves the focus to the first number field whose text is not a valid number; returns whether there is one. Call it before
 * saving, which would save the number from before the typing.
 * @param near an element of the same dialog or page
 */
export function focusInvalidNumber(near: Element): boolean {
  const scope = near.closest('.dialog') ?? document;
  const field = scope.querySelector<HTMLElement>('[data-number] [aria-invalid="true"]');
  field?.focus();
  return field !== null;
}
