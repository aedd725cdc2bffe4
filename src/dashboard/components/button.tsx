import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link } from 'wouter';
import { Icon, type IconName } from './icon';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  /** Use `primary` at most once on a screen. */
  readonly variant?: Variant;
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** A button. With an icon alone it needs `aria-label`. */
export function Button({ variant = 'secondary', icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`button ${variant}${children === undefined ? ' icon-only' : ''}`}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/** A link of the dashboard that looks like a button; `to` is below the dashboard's path. */
export function LinkButton({
  to,
  variant = 'secondary',
  icon,
  children,
  'aria-label': name,
}: {
  readonly to: string;
  readonly variant?: Variant;
  readonly icon?: IconName;
  readonly children: ReactNode;
  /** Begins with the text that is shown. */
  readonly 'aria-label'?: string;
}) {
  return (
    <Link href={to} className={`button ${variant}`} aria-label={name}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
