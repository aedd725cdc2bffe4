import type { DataOf } from '../../api/use-resource';
import { Chip } from '../../components';
import { useSharedWords } from '../../words';

/** The state of a banner, in the same words on every screen. */
export function BannerStatus({
  banner: { isActive, version, publishedVersion },
}: {
  readonly banner: Pick<DataOf<'getProfile'>, 'isActive' | 'version' | 'publishedVersion'>;
}) {
  const { status } = useSharedWords();
  if (!isActive) return <Chip>{publishedVersion === null ? status.draft : status.wasLive}</Chip>;
  return (
    <span className="row">
      <Chip tone="ok">{status.live(publishedVersion ?? version)}</Chip>
      {publishedVersion !== version && <Chip tone="warn">{status.changed}</Chip>}
    </span>
  );
}
