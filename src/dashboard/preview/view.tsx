import { useState } from 'react';
import { SelectField } from '../components';
import { useFormats, useWords } from '../words';
import { type PreviewMessage, situations } from './preview-message';
import { words } from './words';

/** Sizes of visitors' windows (CSS px). */
export const devices = {
  phone: { width: 375, height: 720 },
  tablet: { width: 768, height: 900 },
  desktop: { width: 1280, height: 800 },
} as const;
type Device = keyof typeof devices;

/** Options of a preview. */
export interface View extends Pick<PreviewMessage, 'scheme' | 'direction' | 'situation'> {
  readonly device: Device;
}

export function useView(device: Device): readonly [View, (changes: Partial<View>) => void] {
  const [chosen, setChosen] = useState<Partial<View>>({});
  const view = { device, scheme: 'light', direction: 'auto', situation: 'first', ...chosen } as const;
  return [view, (changes) => setChosen({ ...chosen, ...changes })];
}

export function ViewFields({
  view: { device, situation, scheme, direction },
  onView,
  locales,
  locale,
  onLocale,
}: {
  readonly view: View;
  readonly onView: (changes: Partial<View>) => void;
  readonly locales: readonly string[];
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  return (
    <div className="stack tight">
      <div className="view-fields">
        <SelectField
          label={text.device}
          value={device}
          options={(Object.keys(devices) as Device[]).map((value) => ({ value, label: text.devices[value] }))}
          onChange={(value) => onView({ device: value })}
        />
        <SelectField
          label={text.situation}
          value={situation}
          options={situations.map((value) => ({ value, label: text.situations[value] }))}
          onChange={(value) => onView({ situation: value })}
        />
        <SelectField
          label={text.language}
          value={locale}
          options={locales.map((value) => ({ value, label: formats.language(value) }))}
          onChange={onLocale}
        />
      </div>
      <details>
        <summary className="muted small">
          {text.scheme}:{' '}
          {[text.schemes[scheme], direction !== 'auto' && text.directions[direction]]
            .filter(Boolean)
            .join(' · ')}
        </summary>
        <div className="view-fields">
          <SelectField
            label={text.scheme}
            value={scheme}
            options={(['light', 'dark'] as const).map((value) => ({ value, label: text.schemes[value] }))}
            onChange={(value) => onView({ scheme: value })}
          />
          <SelectField
            label={text.direction}
            value={direction}
            options={(['auto', 'ltr', 'rtl'] as const).map((value) => ({
              value,
              label: text.directions[value],
            }))}
            onChange={(value) => onView({ direction: value })}
          />
        </div>
      </details>
    </div>
  );
}
