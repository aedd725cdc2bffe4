import { useState } from 'react';
import { ActionMenu, Button, Dialog, TextField, useTell } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import { valueAt } from '../edits/edits';
import { addCategory, moveCategory, removeCategory } from './category-edits';
import { type CookieEditor, listCategories } from './cookie-edits';
import { words } from './words';

/** What can be done with a category: move it among the others, remove it. */
export function CategoryMenu({
  editor: { content, setAll },
  id,
  heading,
}: {
  readonly editor: CookieEditor;
  readonly id: string;
  readonly heading: string;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const tell = useTell();
  const ids = listCategories(content.profileJson).map(([other]) => other);
  const remove = () => {
    const changes = removeCategory(content, id);
    setAll(changes);
    tell(text.categoryRemoved(heading), {
      undo: () => setAll(changes.map(([path]) => [path, valueAt(content, path)])),
    });
  };
  return (
    <ActionMenu
      label={text.actionsOf(heading)}
      entries={[
        {
          id: 'up',
          label: text.moveUp,
          isDisabled: ids[0] === id,
          onAction: () => setAll(moveCategory(content, id, -1)),
        },
        {
          id: 'down',
          label: text.moveDown,
          isDisabled: ids.at(-1) === id,
          onAction: () => setAll(moveCategory(content, id, 1)),
        },
        {
          id: 'remove',
          label: actions.remove,
          icon: 'trash',
          isDangerous: true,
          startsGroup: true,
          onAction: remove,
        },
      ]}
    />
  );
}

/** Asks for the name of a new category. */
export function AddCategory({
  editor: { content, setAll },
  onClose,
}: {
  readonly editor: CookieEditor;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const [heading, setHeading] = useState('');
  const add = () => {
    setAll(addCategory(content, heading.trim()));
    onClose();
  };
  return (
    <Dialog
      title={text.addCategory}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button variant="primary" onPress={add} isDisabled={heading.trim() === ''}>
            {actions.add}
          </Button>
        </>
      }
    >
      <TextField
        label={text.categoryName}
        help={text.categoryNameHelp}
        value={heading}
        onChange={setHeading}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
    </Dialog>
  );
}
