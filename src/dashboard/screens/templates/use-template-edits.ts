import { useState } from 'react';
import { applyEdits, type Edit, type Path, same, valueAt, withEdit } from '../banner/edits/edits';

/** Edits the content of a template: fields that are not edited follow what the service has. */
export function useTemplateEdits<Content>(saved: Content) {
  const [all, setEdits] = useState<readonly Edit[]>([]);
  const edits = all.filter(({ path, after }) => !same(valueAt(saved, path), after));
  return {
    content: applyEdits(saved, edits),
    isChanged: edits.length > 0,
    /** Fields that are not edited are not sent, so that they do not undo what a colleague has saved. */
    isEdited: (field: keyof Content & string) => edits.some(({ path }) => path[0] === field),
    set: (path: Path, value: unknown) => setEdits((now) => withEdit(now, saved, path, value)),
    /** Call it before saving, and call the function that it returns afterwards: edits made in between stay. */
    startSaving: () => () => setEdits((now) => now.filter((edit) => !all.includes(edit))),
  };
}
