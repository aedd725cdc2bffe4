import { ActionMenu, useTell } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import { valueAt } from '../edits/edits';
import { type CookieEditor, categoryOf, listCategories, moveCookie, removeCookie } from './cookie-edits';
import { words } from './words';

/** What can be done with a cookie: edit, move to another category, remove. */
export function CookieMenu({
  editor: { content, setAll },
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
  const current = categoryOf(content.profileJson, id);
  const others = listCategories(content.profileJson).filter(([category]) => category !== current);
  const move = (category: string, heading: string) => {
    setAll(moveCookie(content, id, category));
    tell(text.moved(name, heading));
  };
  const remove = () => {
    const changes = removeCookie(content, id);
    setAll(changes);
    tell(text.removed(name), {
      undo: () => setAll(changes.map(([path]) => [path, valueAt(content, path)])),
    });
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
          onAction: remove,
        },
      ]}
    />
  );
}
