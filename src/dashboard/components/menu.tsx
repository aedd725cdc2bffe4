import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useSharedWords } from '../words';
import { Button } from './button';
import { Icon, type IconName } from './icon';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly onAction: () => void;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Whether there is a line above it. */
  readonly startsGroup?: boolean;
}

/** A menu of actions behind a button. */
export function ActionMenu({
  entries,
  label,
  trigger,
}: {
  readonly entries: readonly MenuEntry[];
  /** Label of the button for screen readers. Default: "More actions". */
  readonly label?: string;
  /** Default: a button with three dots. */
  readonly trigger?: ReactNode;
}) {
  const { actions } = useSharedWords();
  return (
    <MenuTrigger>
      {trigger ?? <Button variant="quiet" icon="more" aria-label={label ?? actions.more} />}
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="menu" onAction={(id) => entries.find((entry) => entry.id === id)?.onAction()}>
          {entries.flatMap(({ id, label: text, icon, isDangerous, isDisabled, startsGroup }) => [
            ...(startsGroup ? [<Separator key={`${id}-line`} className="menu-line" />] : []),
            <MenuItem
              key={id}
              id={id}
              textValue={typeof text === 'string' ? text : id}
              isDisabled={isDisabled ?? false}
              className={`menu-item${isDangerous ? ' danger' : ''}`}
            >
              {icon && <Icon name={icon} />}
              {text}
            </MenuItem>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
