import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import { useWords } from '../../words';
import { Icon, type IconName } from '../icon';
import { isApple } from '../is-apple';
import { words } from './words';

/** Actions of the buttons, in their order. */
export const formats = ['bold', 'italic', 'link', 'list', 'numbers'] as const;
export type Format = (typeof formats)[number];

const keys: Partial<Record<Format, string>> = { bold: 'B', italic: 'I', link: 'K' };

export interface FormatToolbarProps {
  /** Name of the field. */
  readonly label: string;
  readonly onFormat: (format: Format) => void;
  /** Returns whether the selected text has the format. Undefined: the buttons have no pressed state. */
  readonly isOn?: (format: Format) => boolean;
  readonly canFormat?: (format: Format) => boolean;
  readonly isSource: boolean;
  /** Whether the text can be shown the other way. */
  readonly canSwitch: boolean;
  readonly onSwitch: () => void;
}

/** The buttons above a text. */
export function FormatToolbar({
  label,
  onFormat,
  isOn,
  canFormat,
  isSource,
  canSwitch,
  onSwitch,
}: FormatToolbarProps) {
  const text = useWords(words);
  return (
    <Toolbar aria-label={text.formatsOf(label)} className="formats">
      {formats.map((format) => (
        <ToolButton
          key={format}
          icon={format}
          name={text.formats[format]}
          letter={isSource ? undefined : keys[format]}
          isOn={isOn?.(format)}
          isDisabled={canFormat?.(format) === false}
          onPress={() => onFormat(format)}
        />
      ))}
      <ToolButton
        icon="code"
        name={text.source}
        isOn={isSource}
        isDisabled={!canSwitch}
        isLast
        onPress={onSwitch}
      />
    </Toolbar>
  );
}

/** The platform's own button: pressing it with the mouse leaves the focus and the selection in the text. */
function ToolButton({
  icon,
  name,
  letter,
  isOn,
  isDisabled,
  isLast = false,
  onPress,
}: {
  readonly icon: IconName;
  readonly name: string;
  /** Pressed together with Ctrl or Command. */
  readonly letter?: string | undefined;
  readonly isOn: boolean | undefined;
  readonly isDisabled: boolean;
  readonly isLast?: boolean;
  readonly onPress: () => void;
}): ReactNode {
  const shortcut = isApple ? `⌘${letter}` : `Ctrl+${letter}`;
  return (
    <button
      type="button"
      className={`button quiet icon-only${isLast ? ' last' : ''}`}
      aria-label={name}
      aria-pressed={isOn}
      aria-keyshortcuts={letter && `${isApple ? 'Meta' : 'Control'}+${letter}`}
      title={letter === undefined ? name : `${name} (${shortcut})`}
      disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
