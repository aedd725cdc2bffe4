import { useState } from 'react';
import { useLocation } from 'wouter';
import { type InputOf, useAction } from '../../api/use-resource';
import { FormDialog, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { NameField } from './name-field';
import type { Summary } from './summary';
import { words } from './words';

type Group = NonNullable<NonNullable<InputOf<'copyProfile'>['body']>['complianceGroup']>;

/** Asks for the name and the group of a copy, and opens it. */
export function CopyDialog({
  banner: { id, name: original, complianceGroup },
  onClose,
}: {
  readonly banner: Summary;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  const [, go] = useLocation();
  const [name, setName] = useState(text.nameOfCopy(original).slice(0, 200));
  const [group, setGroup] = useState(complianceGroup ?? '');
  const copy = useAction('copyProfile', ['listProfiles', 'getComplianceCoverage']);
  const own = complianceGroup ?? '';
  return (
    <FormDialog
      title={text.duplicateOf(original)}
      onClose={onClose}
      action={text.duplicate}
      onSubmit={() =>
        copy.mutate(
          {
            params: { id },
            body: { name: name.trim(), ...(group !== own && { complianceGroup: group as Group }) },
          },
          { onSuccess: ({ data }) => go(`/banners/${data.id}/texts`) },
        )
      }
      isReady={name.trim() !== ''}
      isPending={copy.isPending}
      error={copy.error}
    >
      <NameField value={name} onChange={setName} />
      <SelectField
        label={text.group}
        help={text.groupHelp}
        value={group}
        onChange={setGroup}
        options={[
          ...Object.entries(groups).map(([value, label]) => ({ value, label })),
          ...(Object.hasOwn(groups, own) ? [] : [{ value: own, label: own || states.none }]),
        ]}
      />
    </FormDialog>
  );
}
