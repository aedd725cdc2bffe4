import { useId } from 'react';

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** A colour, to be picked or typed as `#rrggbb`. */
export function ColourField({
  label,
  value,
  isDisabled,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="colour-field">
        <input
          type="color"
          className="input"
          aria-label={`${label}, ${value}`}
          value={isColour(value) ? value : '#000000'}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="input mono"
          value={value}
          maxLength={7}
          disabled={isDisabled}
          aria-invalid={!isColour(value) || undefined}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </span>
    </div>
  );
}
