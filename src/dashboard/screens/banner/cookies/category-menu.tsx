import { useState } from 'react';
import { ActionMenu, FormDialog, TextField } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import { addCategory, moveCategory, removeCategory } from './category-edits';
import { type CookieEditor, listCategories } from './cookie-edits';
import { useRemoval } from './use-removal';
import { words } from './words';

/** Actions on a category: move it up or down, remove it. */
export function CategoryMenu({
  editor,
  id,
  heading,
}: {
  readonly editor: CookieEditor;
  readonly id: string;
  readonly heading: string;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const remove = useRemoval(editor);
  const { content, setAll } = editor;
  const ids = listCategories(content.profileJson).map(([other]) => other);
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
          onAction: () => remove(removeCategory(content, id), text.categoryRemoved(heading)),
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
    <FormDialog
      title={text.addCategory}
      onClose={onClose}
      action={actions.add}
      onSubmit={add}
      isReady={heading.trim() !== ''}
      isPending={false}
      error={null}
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
    </FormDialog>
  );
}
