import { useResource } from '../api/use-resource';
import { SelectField } from '../components';
import { useSharedWords } from '../words';
import { useSession } from './session';

/** Selects one banner, or all (empty), for users who can read banners. */
export function BannerField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (profileId: string) => void;
}) {
  const { banner, states } = useSharedWords();
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  if (!can('profiles:read')) return null;
  return (
    <SelectField
      label={banner}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: states.all },
        ...(profiles.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
