import { useId } from 'react';

/** A field for one file. */
export function FileField({
  label,
  accept,
  help,
  onChange,
}: {
  readonly label: string;
  /** Endings and types of the files that can be chosen, as HTML lists them: `.csv,.json`. */
  readonly accept: string;
  readonly help?: string;
  /** Called with undefined when the choice is taken back. */
  readonly onChange: (file: File | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="file"
        accept={accept}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.files?.[0])}
      />
      {help !== undefined && (
        <span id={`${id}-help`} className="help">
          {help}
        </span>
      )}
    </div>
  );
}
