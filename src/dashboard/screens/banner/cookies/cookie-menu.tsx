import { ActionMenu, useTell } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import { type CookieEditor, categoryOf, listCategories, moveCookie, removeCookie } from './cookie-edits';
import { useRemoval } from './use-removal';
import { words } from './words';

/** Actions on a cookie: edit, move to another category, remove. */
export function CookieMenu({
  editor,
  id,
  name,
  onEdit,
}: {
  readonly editor: CookieEditor;
  readonly id: string;
  readonly name: string;
  readonly onEdit: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const tell = useTell();
  const remove = useRemoval(editor);
  const { content, setAll } = editor;
  const current = categoryOf(content.profileJson, id);
  const others = listCategories(content.profileJson).filter(([category]) => category !== current);
  const move = (category: string, heading: string) => {
    setAll(moveCookie(content, id, category));
    tell(text.moved(name, heading));
  };
  return (
    <ActionMenu
      label={text.actionsOf(name)}
      entries={[
        { id: 'edit', label: actions.edit, icon: 'edit', onAction: onEdit },
        ...others.map(([category, { heading = category }], index) => ({
          id: `to-${category}`,
          label: text.moveTo(heading),
          startsGroup: index === 0,
          onAction: () => move(category, heading),
        })),
        {
          id: 'remove',
          label: actions.remove,
          icon: 'trash',
          isDangerous: true,
          startsGroup: true,
          onAction: () => remove(removeCookie(content, id), text.removed(name)),
        },
      ]}
    />
  );
}
