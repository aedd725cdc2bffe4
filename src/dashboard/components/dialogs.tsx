import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog as AriaDialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSharedWords } from '../words';
import { Button } from './button';
import { CodeBlock } from './copy-button';
import { ShowFaults } from './faults';
import { ErrorNotice, Notice } from './feedback';
import { TextField } from './fields';
import { PrintNote } from './print-note';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called by the close button; until something was typed in it, also by Escape and a press outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'large';
  /** False: only its buttons close it. */
  readonly isDismissable?: boolean;
  /** Whether it is saving. Meanwhile nothing closes it, so that the result is seen. */
  readonly isPending?: boolean;
  /** Whether what is chosen in it is lost when it closes, as typed texts are. */
  readonly isForm?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
}

/** A window over the page that keeps the focus until it is closed. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  size = 'small',
  isDismissable = true,
  isPending = false,
  isForm = false,
  role = 'dialog',
}: DialogProps) {
  const { actions } = useSharedWords();
  const [isTyped, setTyped] = useState(false);
  if (isTyped && !isOpen) setTyped(false);
  const closesByItself = isDismissable && !isPending && !isTyped;
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={closesByItself}
      isKeyboardDismissDisabled={!closesByItself}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={size === 'large' ? 'modal modal-large' : 'modal'}>
        <AriaDialog className="dialog" role={role}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {isDismissable && (
              <Button
                variant="quiet"
                icon="close"
                aria-label={actions.close}
                isDisabled={isPending}
                onPress={onClose}
              />
            )}
          </header>
          <div
            className="dialog-body"
            onInput={({ target }) => (isForm || isKeptText(target)) && setTyped(true)}
          >
            {children}
            <PrintNote />
          </div>
          {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whether somebody would miss what is typed there. */
const isKeptText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|url|email|number|tel)$/.test(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);

export interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Label of its button: `Create key`. */
  readonly action: string;
  /** Called by the button and by Enter. */
  readonly onSubmit: () => void;
  /** Whether everything required has been entered. */
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Fields. */
  readonly children: ReactNode;
}

/** A dialog with a few fields. */
export function FormDialog({
  title,
  onClose,
  action,
  onSubmit,
  isReady,
  isPending,
  error,
  children,
}: FormDialogProps) {
  const { actions } = useSharedWords();
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter submits a form of one field even while its button is busy.
    if (isReady && !isPending) onSubmit();
  };
  return (
    <Dialog
      title={title}
      isOpen
      isForm
      isPending={isPending}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending} isDisabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      <ShowFaults error={error}>
        <Form id={form} className="stack" onSubmit={submit} validationBehavior="aria">
          {children}
          <ErrorNotice error={error} />
        </Form>
      </ShowFaults>
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Describes the effect, with numbers. */
  readonly children: ReactNode;
  /** The verb: `Delete the banner`. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isPending?: boolean;
  readonly error?: Error | null;
  readonly isDangerous?: boolean;
  /** Text that must be typed first, for actions that cannot be undone. */
  readonly typed?: string;
}

/** Asks for confirmation of an action that cannot simply be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  // Each opening creates a new dialog, so that text typed before does not stay.
  return props.isOpen ? <OpenConfirmDialog {...props} /> : null;
}

function OpenConfirmDialog({
  title,
  onClose,
  children,
  action,
  onConfirm,
  isPending = false,
  error = null,
  isDangerous = true,
  typed,
}: ConfirmDialogProps) {
  const { actions, errors } = useSharedWords();
  const [text, setText] = useState('');
  // The failure of an action that an earlier dialog asked about is not about this one.
  const [earlier] = useState(error);
  const isReady = typed === undefined || text.trim() === typed;
  return (
    <Dialog
      title={title}
      isOpen
      isPending={isPending}
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {actions.cancel}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            onPress={onConfirm}
            isPending={isPending}
            isDisabled={!isReady}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div>{children}</div>
        {typed !== undefined && (
          <TextField
            label={errors.confirmTyped(typed)}
            value={text}
            onChange={setText}
            autoFocus
            autoComplete="off"
          />
        )}
        <ErrorNotice error={error === earlier ? null : error} />
      </div>
    </Dialog>
  );
}

/** Shows a new secret, which cannot be read again: only the button closes it. */
export function SecretDialog({
  title,
  label,
  secret,
  text,
  onClose,
}: {
  readonly title: string;
  /** Name of the secret, for screen readers. */
  readonly label: string;
  readonly secret: string;
  readonly text: { readonly once: string; readonly onceText: string; readonly haveCopied: string };
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      title={title}
      isOpen
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {text.haveCopied}
        </Button>
      }
    >
      <Notice tone="warn" title={text.once}>
        {text.onceText}
      </Notice>
      <CodeBlock label={label} text={secret} />
    </Dialog>
  );
}
