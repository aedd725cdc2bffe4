import { useState } from 'react';
import { type DataOf, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Chip, Load, Notice, Panel } from '../../../components';
import { useFormats, useWords } from '../../../words';
import type { Profile } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { Figures } from './figures';
import { StartForm } from './start-form';
import type { Drafts } from './use-drafts';
import { words } from './words';

type Summary = DataOf<'listExperiments'>[number];

/** Tries other texts and looks of a banner: writes variants, shows what visitors did, keeps one. */
export function Variants({
  profile,
  editor,
  drafts,
}: {
  readonly profile: Profile;
  readonly editor: Editor;
  readonly drafts: Drafts;
}) {
  const experiments = useResource('listExperiments', { params: { id: profile.id } });
  return (
    <Load of={experiments} rows={6}>
      {(list) => {
        const running = list.find((experiment) => experiment.running);
        return (
          <>
            {running ? (
              <Figures experiment={running} profile={profile} />
            ) : (
              <Start profile={profile} editor={editor} drafts={drafts} />
            )}
            <Earlier experiments={list.filter((experiment) => !experiment.running)} profile={profile} />
          </>
        );
      }}
    </Load>
  );
}

function Start({ profile, editor, drafts }: Parameters<typeof Variants>[0]) {
  const text = useWords(words);
  const { can } = useSession();
  const requests = useResource('listPublicationRequests');
  const isLive = profile.isActive && profile.publishedVersion === profile.version && !editor.isDirty;
  if (requests.data?.required) return <Notice title={text.needsApproval}>{text.needsApprovalText}</Notice>;
  if (!isLive) return <Notice title={text.publishFirst}>{text.publishFirstText}</Notice>;
  if (!can('profiles:activate')) return <Notice title={text.notAllowed} />;
  return <StartForm profile={profile} content={editor.content} drafts={drafts} />;
}

function Earlier({
  experiments,
  profile,
}: {
  readonly experiments: readonly Summary[];
  readonly profile: Profile;
}) {
  const text = useWords(words);
  if (experiments.length === 0) return null;
  return (
    <Panel title={text.earlier}>
      <div className="stack">
        {experiments.map((experiment) => (
          <EarlierExperiment key={experiment.version} experiment={experiment} profile={profile} />
        ))}
      </div>
    </Panel>
  );
}

/** An experiment that has ended; its figures are read when they are opened. */
function EarlierExperiment({
  experiment,
  profile,
}: {
  readonly experiment: Summary;
  readonly profile: Profile;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { startedAt, endedAt, kept } = experiment;
  return (
    <details className="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {text.between(formats.dateTime(startedAt), endedAt === null ? '' : formats.dateTime(endedAt))}{' '}
        <Chip tone={kept === null ? 'neutral' : 'ok'}>{kept === null ? text.replaced : text.kept(kept)}</Chip>
      </summary>
      {isOpen && <Figures experiment={experiment} profile={profile} />}
    </details>
  );
}
