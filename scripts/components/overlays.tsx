import { type ReactNode, useState } from 'react';
import {
  ActionMenu,
  Button,
  ConfirmDialog,
  Dialog,
  FormDialog,
  TextField,
  useTell,
} from '../../src/dashboard/components';
import type { Story } from './story';

const nothing = () => {};

/** Dialogs by the name with which the address opens them: `/?open=confirm`. */
const dialogs: Readonly<Record<string, (onClose: () => void) => ReactNode>> = {
  small: (onClose) => (
    <Dialog
      title="What visitors read"
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      We use cookies to count visits.
    </Dialog>
  ),
  large: (onClose) => (
    <Dialog title="Review and publish" size="large" isOpen onClose={onClose}>
      {Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of a long text.`).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Dialog>
  ),
  form: (onClose) => (
    <FormDialog
      title="New banner"
      action="Create the draft"
      isReady
      isPending={false}
      error={new Error('This value is already in use.')}
      onClose={onClose}
      onSubmit={onClose}
    >
      <TextField label="Name" value="Shop banner" onChange={nothing} />
    </FormDialog>
  ),
  pending: (onClose) => (
    <FormDialog
      title="New banner"
      action="Create the draft"
      isReady
      isPending
      error={null}
      onClose={onClose}
      onSubmit={onClose}
    >
      <TextField label="Name" value="Shop banner" onChange={nothing} />
    </FormDialog>
  ),
  confirm: (onClose) => (
    <ConfirmDialog
      title="Delete “Shop banner”?"
      action="Delete the banner"
      isOpen
      onClose={onClose}
      onConfirm={onClose}
    >
      Its versions stay in the archive, so that you can prove what visitors saw.
    </ConfirmDialog>
  ),
  typed: (onClose) => (
    <ConfirmDialog
      title="Erase this visitor?"
      action="Erase for good"
      typed="0198c0de"
      isOpen
      onClose={onClose}
      onConfirm={onClose}
    >
      The consent and its history cannot be restored.
    </ConfirmDialog>
  ),
};

function Dialogs() {
  const [open, setOpen] = useState(new URLSearchParams(location.search).get('open'));
  return (
    <>
      <div className="row">
        {Object.keys(dialogs).map((name) => (
          <Button key={name} onPress={() => setOpen(name)}>
            {name}
          </Button>
        ))}
      </div>
      {open !== null && dialogs[open]?.(() => setOpen(null))}
    </>
  );
}

function MenusAndToasts() {
  const tell = useTell();
  return (
    <div className="row">
      <ActionMenu
        entries={[
          { id: 'edit', label: 'Edit', icon: 'edit', onAction: nothing },
          { id: 'copy', label: 'Duplicate', icon: 'copy', onAction: nothing },
          { id: 'move', label: 'Move up', isDisabled: true, onAction: nothing },
          {
            id: 'delete',
            label: 'Delete',
            icon: 'trash',
            isDangerous: true,
            startsGroup: true,
            onAction: nothing,
          },
        ]}
      />
      <ActionMenu
        trigger={<Button icon="person">Menu of Ada</Button>}
        entries={[{ id: 'account', label: 'Your account', onAction: nothing }]}
      />
      <Button onPress={() => tell('The key is active.')}>Toast</Button>
      <Button onPress={() => tell('The key is revoked.', { undo: nothing })}>Toast with undo</Button>
    </div>
  );
}

export const overlayStories: readonly Story[] = [
  { title: 'Dialogs', Content: Dialogs },
  { title: 'Menus and toasts', Content: MenusAndToasts },
];
