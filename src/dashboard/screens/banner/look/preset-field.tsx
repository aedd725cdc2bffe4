import { useId } from 'react';
import type { Theme } from '../../../preview/preview-stage';
import { useWords } from '../../../words';
import { same } from '../edits/edits';
import { type Preset, presets } from './presets';
import { words } from './words';

/** The looks that are ready to use, each as a small banner. One click sets all fields of a look. */
export function PresetField({
  theme,
  mode,
  isDisabled,
  onChange,
}: {
  readonly theme: Theme;
  readonly mode: 'light' | 'dark';
  readonly isDisabled: boolean;
  readonly onChange: (preset: Preset) => void;
}) {
  const text = useWords(words);
  const id = useId();
  return (
    <fieldset className="field preset-field" aria-labelledby={id}>
      <span className="label" id={id}>
        {text.presets}
      </span>
      <div className="preset-list">
        {presets.map((preset) => (
          <button
            key={preset.id}
            type="button"
            className="preset"
            aria-pressed={same(theme, preset.theme)}
            disabled={isDisabled}
            onClick={() => onChange(preset)}
          >
            <Swatch preset={preset} mode={mode} />
            {text.presetNames[preset.id]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** A page with the banner of a preset, 120 by 72 px. */
function Swatch({
  preset: { position, theme },
  mode,
}: {
  readonly preset: Preset;
  readonly mode: 'light' | 'dark';
}) {
  const { background, text, primary, secondary, line } = theme[mode];
  const isBar = position === 'bottom';
  const width = isBar ? 120 : 64;
  const left = { bottom: 0, 'bottom-left': 6, center: 28, 'bottom-right': 50 }[position];
  const top = { bottom: 30, 'bottom-left': 24, center: 15, 'bottom-right': 24 }[position];
  const radius = theme.radius / 3;
  const button = { width: 24, height: 7, rx: Math.min(3.5, theme.buttonRadius / 3) };
  return (
    <svg viewBox="0 0 120 72" aria-hidden="true" className="preset-swatch">
      <rect width="120" height="72" fill={mode === 'dark' ? '#3a3d44' : '#dfe2e7'} />
      <g transform={`translate(${left} ${top})`}>
        <rect width={width} height="42" rx={radius} fill={background} stroke={line} strokeOpacity="0.35" />
        <rect x="7" y="6" width="30" height="3" rx="1.5" fill={text} />
        <rect x="7" y="12" width={width - 16} height="2" rx="1" fill={text} fillOpacity="0.45" />
        <rect x="7" y="16" width={width - 26} height="2" rx="1" fill={text} fillOpacity="0.45" />
        <rect x="7" y="22" {...button} fill={primary} />
        <rect x="33" y="22" {...button} fill={primary} />
        <rect x="7" y="31" {...button} width="50" fill={secondary} />
      </g>
    </svg>
  );
}
