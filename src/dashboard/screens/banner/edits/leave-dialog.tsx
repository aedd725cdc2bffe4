import { ConfirmDialog } from '../../../components';
import { useWords } from '../../../words';
import { useLeaveGuard } from './use-leave-guard';
import { words } from './words';

/**
 * Asks before unsaved edits are left.
 * @see useLeaveGuard
 */
export function LeaveDialog({
  home,
  isDirty,
  isKept,
}: {
  readonly home: string;
  readonly isDirty: boolean;
  readonly isKept: boolean;
}) {
  const text = useWords(words);
  const { isAsking, stay, leave } = useLeaveGuard(home, isDirty, isKept);
  return (
    <ConfirmDialog
      title={text.leave}
      isOpen={isAsking}
      onClose={stay}
      action={text.leaveAction}
      isDangerous={!isKept}
      onConfirm={leave}
    >
      {isKept ? text.leaveText : text.leaveLosing}
    </ConfirmDialog>
  );
}
