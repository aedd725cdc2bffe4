import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMutationOnce } from '../../api/use-mutation-once';
import { useAction } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { FormDialog, SelectField } from '../../components';
import { useWords } from '../../words';
import { NameField } from './name-field';
import { type StarterChoices, StarterFields, useStarter } from './starter-fields';
import type { Summary } from './summary';
import { words } from './words';

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
  const { can } = useSession();
  const [, go] = useLocation();
  const hasOurTexts = can('settings:update');
  const [name, setName] = useState('');
  const [source, setSource] = useState(hasOurTexts ? ourTexts : (banners[0]?.id ?? ourTexts));
  const [choices, setChoices] = useState<StarterChoices>({});
  const starter = useStarter(banners, choices, hasOurTexts);
  const preview = useAction('previewSeed');
  const create = useAction('createProfile', ['listProfiles', 'getComplianceCoverage']);
  const copy = useAction('copyProfile', ['listProfiles', 'getComplianceCoverage']);

  const make = async (): Promise<string> => {
    if (source !== ourTexts || starter.seed === null)
      return (await copy.mutateAsync({ params: { id: source }, body: { name: name.trim() } })).data.id;
    const { data } = await preview.mutateAsync({ body: starter.seed });
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
      isReady={name.trim() !== '' && (source !== ourTexts || starter.seed !== null)}
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
        <StarterFields
          starter={starter}
          onChange={(changed) => setChoices((before) => ({ ...before, ...changed }))}
        />
      )}
    </FormDialog>
  );
}
