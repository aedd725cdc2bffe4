import { useState } from 'react';
import { useAction } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { ActionMenu, ConfirmDialog, useTell } from '../../components';
import { useFormats, useWords } from '../../words';
import { EndsExperiment } from '../banner/versions/ends-experiment';
import { publicationLists } from '../banner/versions/publish-dialog';
import { useDecisionCount } from '../banner/versions/use-decision-count';
import { CopyDialog } from './copy-dialog';
import type { Summary } from './summary';
import { words } from './words';

const lists = ['listProfiles', 'getComplianceCoverage', 'listPublications'] as const;

/** Actions on a banner in the list: duplicate, take offline, delete. */
export function BannerMenu({ banner }: { readonly banner: Summary }) {
  const { id, name, isActive } = banner;
  const text = useWords(words);
  const { can } = useSession();
  const tell = useTell();
  const [asked, setAsked] = useState<'copy' | 'offline' | 'delete' | null>(null);
  const deactivate = useAction('deactivateProfile', publicationLists);
  const remove = useAction('deleteProfile', lists);
  const params = { id };

  const entries = [
    ...(can('profiles:create')
      ? [{ id: 'copy', label: text.duplicate, icon: 'copy' as const, onAction: () => setAsked('copy') }]
      : []),
    ...(can('profiles:activate') && isActive
      ? [{ id: 'offline', label: text.takeOffline, onAction: () => setAsked('offline') }]
      : []),
    ...(can('profiles:delete')
      ? [
          {
            id: 'delete',
            label: text.remove,
            icon: 'trash' as const,
            isDangerous: true,
            startsGroup: true,
            onAction: () => setAsked('delete'),
          },
        ]
      : []),
  ];
  if (entries.length === 0) return null;
  const done = (message: string) => () => {
    tell(message);
    setAsked(null);
  };
  return (
    <>
      <ActionMenu label={text.actionsOf(name)} entries={entries} />
      {asked === 'copy' && <CopyDialog banner={banner} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        title={text.takeOfflineOf(name)}
        isOpen={asked === 'offline'}
        onClose={() => setAsked(null)}
        action={text.takeOffline}
        isPending={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate({ params }, { onSuccess: done(text.isOffline(name)) })}
      >
        {text.takeOfflineText}
        <EndsExperiment id={id} />
      </ConfirmDialog>
      <ConfirmDialog
        title={text.removeOf(name)}
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        action={text.remove}
        typed={name}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params }, { onSuccess: done(text.removed(name)) })}
      >
        <DeletionEffects banner={banner} />
      </ConfirmDialog>
    </>
  );
}

/** The effects of a deletion on visitors, their decisions and the evidence. */
function DeletionEffects({ banner: { id, isActive } }: { readonly banner: Summary }) {
  const text = useWords(words);
  const formats = useFormats();
  const count = useDecisionCount(id);
  return (
    <div className="stack tight">
      {isActive && <p>{text.removeLiveText}</p>}
      {isActive && <EndsExperiment id={id} />}
      {count !== 0 && (
        <p>
          {count !== null && `${text.removeDecisions(count, formats.number(count))} `}
          {text.removeEffect}
        </p>
      )}
      <p>{text.removeText}</p>
    </div>
  );
}
