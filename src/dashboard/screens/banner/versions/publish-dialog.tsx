import { useState } from 'react';
import { isApiError } from '../../../api/errors';
import { useAction, useInvalidate, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorNotice,
  Notice,
  RadioField,
  TextField,
  useTell,
} from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { approvalWords } from '../approval/words';
import type { Profile } from '../edits/content';
import { PublicationReview, usePublicationDiff } from './publication-review';
import { SavedMeanwhile } from './saved-meanwhile';
import { suggestsAskingAgain } from './suggests-asking-again';
import { useDecisionCount } from './use-decision-count';
import { type EarlierChoices, useEarlierChoices } from './use-earlier-choices';
import { useReviewed } from './use-reviewed';
import { words } from './words';

/** Lists that the dashboard reads again after a publication, the end of one, or a request for one. */
export const publicationLists = [
  'listProfiles',
  'getProfile',
  'listProfileVersions',
  'listPublications',
  'listExperiments',
  'listPublicationRequests',
  'getComplianceCoverage',
] as const;

/**
 * Shows the changes for visitors and the findings of the rules, and publishes exactly the version that was shown, or asks
 * a second person to do so where the tenant requires it.
 */
export function PublishDialog({
  profile: current,
  onClose,
  onPublished,
}: {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}) {
  const { reviewed: profile, newer, ...review } = useReviewed(current);
  const { id, version, publishedVersion } = profile;
  const { diff, isLive, isKnown } = usePublicationDiff(profile);
  const versions = useResource('listProfileVersions', { params: { id } });
  const requests = useResource('listPublicationRequests');
  const text = useWords(words);
  const approval = useWords(approvalWords);
  const { actions } = useSharedWords();
  const tell = useTell();
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<'keep' | 'ask' | null>(null);
  /** Why a superadmin publishes alone; null: nobody does. */
  const [emergency, setEmergency] = useState<string | null>(null);
  const publish = useAction('activateProfile', publicationLists);
  const ask = useAction('requestPublication', publicationLists);
  const invalidate = useInvalidate();
  const isMarked = (versions.data ?? []).some(
    (entry) => entry.requireReconsent && entry.version > (publishedVersion ?? 0),
  );
  const isSuggested = diff.data !== undefined && suggestsAskingAgain(diff.data, profile);
  const decision = chosen ?? (isMarked || isSuggested ? 'ask' : 'keep');
  const earlier = useEarlierChoices(profile);
  const isDecision = earlier?.effect === 'operatorDecides';
  const chosenSoFar = useChosenSoFar(id);
  const mustAsk = requests.data?.required === true;
  const isRequest = mustAsk && emergency === null;
  const { error, isPending } = isRequest ? ask : publish;
  // Its own publication can save a version without variants.
  const isLate = (newer !== null && !isPending) || isApiError(error, 'version_conflict');

  const send = () => {
    const call = {
      params: { id },
      body: {
        ...(isDecision && { requireReconsent: decision === 'ask' }),
        ...(note.trim() !== '' && { note: note.trim() }),
      },
      ifMatch: `"${version}"`,
    };
    const done = (sentence: string) => {
      tell(sentence, { about: id });
      onPublished();
    };
    if (isRequest) ask.mutate(call, { onSuccess: () => done(approval.asked(version)) });
    else
      publish.mutate(
        {
          ...call,
          body: { ...call.body, ...(emergency !== null && { withoutApproval: emergency.trim() }) },
        },
        { onSuccess: ({ data }) => done(text.published(data.version)) },
      );
  };
  const reviewAgain = async () => {
    await invalidate('getProfile', 'listProfileVersions');
    publish.reset();
    ask.reset();
    setChosen(null);
    review.reviewAgain();
  };
  const isReady =
    !isLate && requests.data !== undefined && earlier !== null && isKnown && emergency?.trim() !== '';
  // Its own publication closes the dialog.
  if (isLive && !isPending)
    return (
      <Dialog
        title={text.publishOf(profile.name, version)}
        size="large"
        isOpen
        onClose={onClose}
        footer={<Button onPress={onClose}>{actions.close}</Button>}
      >
        <Notice title={text.liveAlready(version)}>{text.liveAlreadyHelp}</Notice>
      </Dialog>
    );
  return (
    <Dialog
      title={text.publishOf(profile.name, version)}
      size="large"
      isOpen
      isPending={isPending}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {text.notNow}
          </Button>
          <Button variant="primary" onPress={send} isPending={isPending} isDisabled={!isReady}>
            {isRequest ? approval.ask : text.publish(version)}
          </Button>
        </>
      }
    >
      {mustAsk && <Notice title={approval.needed}>{approval.neededHelp}</Notice>}
      <PublicationReview profile={profile} />
      {isDecision ? (
        <RadioField
          label={text.earlierChoices}
          value={decision}
          onChange={setChosen}
          options={[
            { value: 'keep', label: text.keepChoices, help: text.keepChoicesHelp },
            {
              value: 'ask',
              label: text.askAgain,
              help: [isSuggested ? text.askAgainSuggested : text.askAgainHelp, chosenSoFar].join(' '),
            },
          ]}
        />
      ) : (
        <DecidedAlready earlier={earlier} />
      )}
      <TextField
        label={text.note}
        help={mustAsk ? approval.noteHelp : text.noteHelp}
        value={note}
        onChange={setNote}
        maxLength={1000}
      />
      {mustAsk && <Emergency reason={emergency} onChange={setEmergency} />}
      {isLate && <SavedMeanwhile newer={newer} error={error} onReview={reviewAgain} />}
      {!isLate && <ErrorNotice error={error ?? requests.error} />}
    </Dialog>
  );
}

/** Focusing a field does not scroll to it, and this one appears at the end of a long dialog. */
const scrollThere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Lets a superadmin publish alone, for a reason that the log keeps. */
function Emergency({
  reason,
  onChange,
}: {
  readonly reason: string | null;
  readonly onChange: (reason: string | null) => void;
}) {
  const text = useWords(approvalWords);
  const { user } = useSession();
  if (!user.roles.some(({ name }) => name === 'superadmin')) return null;
  return (
    <div className="stack">
      <Checkbox
        isSelected={reason !== null}
        onChange={(isOn) => onChange(isOn ? '' : null)}
        help={text.emergencyHelp}
      >
        {text.emergency}
      </Checkbox>
      {reason !== null && (
        <div ref={scrollThere}>
          <TextField
            label={text.emergencyReason}
            value={reason}
            onChange={onChange}
            maxLength={1000}
            autoFocus
          />
        </div>
      )}
    </div>
  );
}

/** The effect on earlier choices, which the operator does not decide. */
function DecidedAlready({ earlier }: { readonly earlier: EarlierChoices | null }) {
  const text = useWords(words);
  const effect = useEffectOnChoices(earlier);
  return (
    effect !== null && (
      <section className="stack tight">
        <h3>{text.earlierChoices}</h3>
        <p>{effect}</p>
      </section>
    )
  );
}

/** Returns in words what happens to earlier choices without a decision of the operator; null: there is nothing to say. */
export function useEffectOnChoices(earlier: EarlierChoices | null): string | null {
  const text = useWords(words);
  const { groups } = useSharedWords();
  if (earlier?.effect === 'kept') return text.choicesKept;
  return earlier?.effect === 'asked'
    ? text.choicesOfOtherRules(groups[earlier.group] ?? earlier.group)
    : null;
}

/** States how many visitors would be asked again; shows nothing to users who cannot know. */
function useChosenSoFar(profileId: string): string {
  const text = useWords(words);
  const formats = useFormats();
  const count = useDecisionCount(profileId);
  return count === null ? '' : text.chosenSoFar(count, formats.number(count));
}
