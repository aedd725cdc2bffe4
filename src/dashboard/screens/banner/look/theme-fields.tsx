import { useState } from 'react';
import { defaultColours, type WidgetColour } from '#standards/widget-colours';
import type { DataOf } from '../../../api/use-resource';
import { NumberField, RadioField, SelectField } from '../../../components';
import { useWords } from '../../../words';
import type { Path } from '../edits/edits';
import { ColourField, isColour } from './colour-field';
import { Contrasts } from './contrasts';
import { PresetField } from './preset-field';
import type { Preset } from './presets';
import { words } from './words';

export type Theme = DataOf<'getUiTemplate'>['theme'];
type Mode = 'light' | 'dark';

const colourNames = Object.keys(defaultColours.light) as WidgetColour[];

export const isThemeValid = ({ light = {}, dark = {} }: Theme) =>
  [...Object.values(light), ...Object.values(dark)].every(isColour);

/**
 * The colours, the corners and the font of a look, with the contrasts.
 * @param onPreset is told about a preset that was chosen, after its theme has been set
 * @param set sets a part of the theme, such as `['dark', 'text']`
 */
export function ThemeFields({
  theme,
  set,
  isDisabled,
  onPreset,
}: {
  readonly theme: Theme;
  readonly set: (path: Path, value: unknown) => void;
  readonly isDisabled: boolean;
  readonly onPreset?: (preset: Preset) => void;
}) {
  const text = useWords(words);
  const [mode, setMode] = useState<Mode>('light');
  const colours = { ...defaultColours[mode], ...theme[mode] };
  const choose = (preset: Preset) => {
    for (const [name, value] of Object.entries(preset.theme)) set([name], value);
    onPreset?.(preset);
  };
  const font = theme.font ?? 'system';
  return (
    <>
      <PresetField theme={theme} mode={mode} isDisabled={isDisabled} onChange={choose} />
      <RadioField
        label={text.scheme}
        value={mode}
        onChange={setMode}
        isHorizontal
        options={[
          { value: 'light', label: text.light },
          { value: 'dark', label: text.dark },
        ]}
      />
      <div className="form-line">
        {colourNames.map((name) => (
          <ColourField
            key={name}
            label={text.colours[name]}
            value={colours[name]}
            isDisabled={isDisabled}
            onChange={(value) => set([mode, name], value)}
          />
        ))}
        {(['radius', 'buttonRadius'] as const).map((name) => (
          <NumberField
            key={name}
            label={text[name]}
            value={theme[name]}
            min={0}
            max={40}
            isDisabled={isDisabled}
            onChange={(length) => set([name], length)}
          />
        ))}
        <SelectField
          label={text.font}
          value={font}
          isDisabled={isDisabled}
          options={[
            { value: 'system', label: text.fonts.system },
            { value: 'inherit', label: text.fonts.inherit },
            ...(font in text.fonts ? [] : [{ value: font, label: font }]),
          ]}
          onChange={(value) => set(['font'], value)}
        />
      </div>
      <Contrasts colours={colours} />
    </>
  );
}
