import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type InputOf, useAction } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { FormDialog, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { NameField } from './name-field';
import type { Summary } from './summary';
import { words } from './words';

type Group = InputOf<'previewSeed'>['body']['group'];

const ourTexts = '';

/** Creates a draft from our texts or from another banner, and opens it. */
export function NewBanner({
  banners,
  onClose,
}: {
  readonly banners: readonly Summary[];
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const { can } = useSession();
  const [, go] = useLocation();
  const hasOurTexts = can('settings:update');
  const free = Object.keys(groups).find(
    (group) => !banners.some(({ complianceGroup, isActive }) => isActive && complianceGroup === group),
  );
  const [name, setName] = useState('');
  const [group, setGroup] = useState(free ?? 'opt-in');
  const [source, setSource] = useState(hasOurTexts ? ourTexts : (banners[0]?.id ?? ourTexts));
  const seed = useAction('previewSeed');
  const create = useAction('createProfile', ['listProfiles', 'getComplianceCoverage']);
  const copy = useAction('copyProfile', ['listProfiles', 'getComplianceCoverage']);

  const make = async (): Promise<string> => {
    if (source !== ourTexts)
      return (await copy.mutateAsync({ params: { id: source }, body: { name: name.trim() } })).data.id;
    const { data } = await seed.mutateAsync({ body: { group: group as Group } });
    const created = (
      await create.mutateAsync({
        body: { ...data, name: name.trim(), profileJson: { ...data.profileJson, isActive: false } },
      })
    ).data;
    return 'id' in created ? created.id : created.profile.id;
  };
  const creating = useMutationOnce({ mutationFn: make });
  return (
    <FormDialog
      title={text.create}
      onClose={onClose}
      action={text.createAction}
      // If the operator has left the screen, the draft does not open by itself.
      onSubmit={() => creating.mutate(undefined, { onSuccess: (id) => go(`/banners/${id}/texts`) })}
      isReady={name.trim() !== '' && (source !== ourTexts || hasOurTexts)}
      isPending={creating.isPending}
      error={creating.error}
    >
      <NameField value={name} onChange={setName} />
      <SelectField
        label={text.source}
        value={source}
        onChange={setSource}
        options={[
          ...(hasOurTexts ? [{ value: ourTexts, label: text.ourTexts }] : []),
          ...banners.map(({ id, name: other }) => ({ value: id, label: text.copyOf(other) })),
        ]}
      />
      {source === ourTexts && hasOurTexts && (
        <SelectField
          label={text.group}
          help={text.groupHelp}
          value={group}
          onChange={setGroup}
          options={Object.entries(groups).map(([value, label]) => ({ value, label }))}
        />
      )}
    </FormDialog>
  );
}
