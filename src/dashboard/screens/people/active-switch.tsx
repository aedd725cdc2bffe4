import { useState } from 'react';
import { useAction, useUndo } from '../../api/use-resource';
import { ConfirmDialog, ErrorNotice, Switch, useTell } from '../../components';
import { useFormats, useRoleName, useWords } from '../../words';
import type { User } from './account';
import { words } from './words';

/** Whether a user can sign in. Reactivating a user needs a confirmation; both changes can be undone. */
export function ActiveSwitch({ user }: { readonly user: User }) {
  const text = useWords(words);
  const formats = useFormats();
  const nameRole = useRoleName();
  const tell = useTell();
  const update = useAction('updateUser', ['getUser', 'listUsers']);
  const undo = useUndo('updateUser', ['getUser', 'listUsers']);
  const [isAsking, setAsking] = useState(false);
  const { active = user.active } = update.isPending ? update.variables.body : {};
  const bodyOf = (next: boolean) => ({ params: { id: user.id }, body: { active: next } });
  const save = (next: boolean) =>
    update.mutate(bodyOf(next), {
      onSuccess: () => {
        setAsking(false);
        tell(next ? text.activated(user.name) : text.deactivated(user.name), {
          undo: () => undo(bodyOf(!next)),
        });
      },
    });
  return (
    <>
      <Switch
        isSelected={active}
        isReadOnly={update.isPending}
        onChange={(next) => (next ? setAsking(true) : save(false))}
        help={text.activeHelp}
      >
        {text.active}
      </Switch>
      <ErrorNotice error={isAsking ? null : update.error} />
      <ConfirmDialog
        title={text.activateAsk(user.name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          update.reset();
        }}
        action={text.activate}
        isDangerous={false}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => save(true)}
      >
        <p>
          {user.roles.length === 0
            ? text.noRoleYet(user.name)
            : text.rolesAgain(user.name, formats.list(user.roles.map(nameRole)))}
        </p>
      </ConfirmDialog>
    </>
  );
}
