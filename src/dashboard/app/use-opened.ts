import { useEffect, useState } from 'react';
import { useAddress } from './use-address';

/**
 * Returns whether the dialog that creates something is open. `?new=1` opens it, and leaves the address at once, so that
 * the browser's Back button does not open it again.
 * @param isAllowed whether the user may create it
 *
 * @example
 * const [isCreating, setCreating] = useOpened(can('roles:create'));
 */
export function useOpened(isAllowed: boolean): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const { values, set } = useAddress(['new'], { replaces: true });
  const isAsked = values.new !== '';
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    set({ new: '' });
  });
  return [isOpen && isAllowed, setOpen];
}
