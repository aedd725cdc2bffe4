import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { Button, Icon } from '../components';
import { useFormats, useSharedWords, useWords } from '../words';
import type { Group, Option } from './group';
import { useResults } from './use-results';
import { words } from './words';

interface PaletteProps {
  /** Text that was typed before the window was there. */
  readonly typed: string;
  readonly onClose: () => void;
  /** Called with where the chosen option leads. */
  readonly onGo: (to: string) => void;
}

/** A window that finds screens, banners, people and visitors by what is typed, and runs actions. */
export default function Palette({ typed, onClose, onGo }: PaletteProps) {
  const { shell } = useSharedWords();
  return (
    <ModalOverlay className="overlay palette-overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal palette">
        <AriaDialog className="dialog" aria-label={shell.find}>
          <Search typed={typed} onClose={onClose} onGo={onGo} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A combobox: the focus stays in the field, and the arrow keys choose in the list below it. */
function Search({ typed, onClose, onGo }: PaletteProps) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const listId = useId();
  const [q, setQ] = useState(typed);
  const [chosen, setChosen] = useState<string | null>(null);
  const { groups, isPending } = useResults(q);
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ id }) => id === chosen) ?? options[0];
  const idOf = ({ id }: Option) => `${listId}${id.replaceAll(/\s/g, '-')}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const run = ({ to }: Option) => {
    onClose();
    if (typeof to === 'string') onGo(to);
    else to();
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends the input of a character.
    if (event.nativeEvent.isComposing || active === undefined) return;
    const at = options.indexOf(active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen(options[(at + step + options.length) % options.length]?.id ?? null);
    else if (event.key === 'Enter') run(active);
    else return;
    event.preventDefault();
  };
  const status = isPending
    ? text.searching
    : options.length === 0
      ? text.nothing
      : text.found(formats.number(options.length));
  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          className="palette-field"
          type="text"
          role="combobox"
          aria-label={text.field}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={text.field}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={128}
          // biome-ignore lint/a11y/noAutofocus: the window is opened to type into it
          autoFocus
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setChosen(null);
          }}
          onKeyDown={press}
        />
        <Button variant="quiet" icon="close" aria-label={actions.close} onPress={onClose} />
      </div>
      <div id={listId} className="palette-list" role="listbox" aria-label={text.results}>
        {groups.map((group) => (
          <Options key={group.id} group={group} activeId={activeId} idOf={idOf} onChoose={run} />
        ))}
      </div>
      <div className="palette-foot muted small">
        <span role="status">{status}</span>
        <span aria-hidden="true">{text.keys}</span>
      </div>
    </>
  );
}

function Options({
  group: { title, options },
  activeId,
  idOf,
  onChoose,
}: {
  readonly group: Group;
  readonly activeId: string | undefined;
  readonly idOf: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
}) {
  return (
    <div role="group" aria-label={title}>
      <p className="palette-title" aria-hidden="true">
        {title}
      </p>
      {options.map((option) => {
        const id = idOf(option);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={id}
            id={id}
            className="menu-item"
            role="option"
            aria-selected={id === activeId}
            onClick={() => onChoose(option)}
          >
            <Icon name={option.icon} />
            <span className="truncate">{option.label}</span>
            {option.note && <span className="muted small truncate">{option.note}</span>}
          </div>
        );
      })}
    </div>
  );
}
