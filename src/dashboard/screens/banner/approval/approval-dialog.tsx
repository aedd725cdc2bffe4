import { useState } from 'react';
import { isApiError } from '../../../api/errors';
import { useAction, useInvalidate } from '../../../api/use-resource';
import { Button, Dialog, ErrorNotice, Facts, Notice, TextField, useTell } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import type { Profile } from '../edits/content';
import { FieldNames } from '../fields/field-names';
import { PublicationReview, usePublicationDiff } from '../versions/publication-review';
import { publicationLists, useEffectOnChoices } from '../versions/publish-dialog';
import { SavedMeanwhile } from '../versions/saved-meanwhile';
import { useEarlierChoices } from '../versions/use-earlier-choices';
import { useReviewed } from '../versions/use-reviewed';
import { words as versionWords } from '../versions/words';
import type { PublicationRequest } from './request';
import { approvalWords } from './words';

/** Shows a second person what the first one saw, and publishes exactly that, or declines it with a reason. */
export function ApprovalDialog({
  request,
  profile: current,
  onClose,
}: {
  readonly request: PublicationRequest;
  readonly profile: Profile;
  readonly onClose: () => void;
}) {
  const { reviewed: profile, newer } = useReviewed(current);
  const text = useWords(approvalWords);
  const { published } = useWords(versionWords);
  const { actions } = useSharedWords();
  const tell = useTell();
  const invalidate = useInvalidate();
  const { isKnown } = usePublicationDiff(profile);
  /** Why it is declined; null: it is not. */
  const [reason, setReason] = useState<string | null>(null);
  const approve = useAction('approvePublication', publicationLists);
  const decline = useAction('declinePublication', ['listPublicationRequests']);
  const params = { id: request.id };
  const isPending = approve.isPending || decline.isPending;
  const error = reason === null ? approve.error : decline.error;
  // It publishes the version of the request, which must be the one that is shown.
  const isOther = newer !== null || profile.version !== request.version;
  const isLate = (isOther && !isPending) || isApiError(error, 'version_conflict');
  const done = (sentence: string) => {
    tell(sentence, { about: profile.id });
    onClose();
  };
  const send = () =>
    reason === null
      ? approve.mutate({ params }, { onSuccess: ({ data }) => done(published(data.version)) })
      : decline.mutate({ params, body: { reason: reason.trim() } }, { onSuccess: () => done(text.declined) });
  const reviewAgain = async () => {
    await invalidate('getProfile', 'listProfileVersions', 'listPublicationRequests');
    onClose();
  };
  return (
    <Dialog
      title={text.reviewOf(profile.name, request.version)}
      size="large"
      isOpen
      isPending={isPending}
      onClose={onClose}
      footer={
        <>
          <Button
            isDisabled={isPending}
            onPress={reason === null ? () => setReason('') : () => setReason(null)}
          >
            {reason === null ? text.decline : actions.cancel}
          </Button>
          <Button
            variant={reason === null ? 'primary' : 'danger'}
            onPress={send}
            isPending={isPending}
            isDisabled={isLate || (reason === null ? !isKnown : reason.trim() === '')}
          >
            {reason === null ? text.approve(request.version) : text.declineNow}
          </Button>
        </>
      }
    >
      <RequestFacts request={request} profile={profile} />
      {reason === null ? (
        <FieldNames of={profile.profileJson}>
          <PublicationReview profile={profile} />
        </FieldNames>
      ) : (
        <TextField
          label={text.declineReason}
          help={text.declineReasonHelp}
          value={reason}
          onChange={setReason}
          maxLength={1000}
          autoFocus
        />
      )}
      {isLate ? (
        <SavedMeanwhile newer={newer} error={error} onReview={reviewAgain} />
      ) : (
        <ErrorNotice error={error} />
      )}
    </Dialog>
  );
}

function RequestFacts({
  request,
  profile,
}: {
  readonly request: PublicationRequest;
  readonly profile: Profile;
}) {
  const text = useWords(approvalWords);
  const { earlierChoices, keepChoices, askAgain, note } = useWords(versionWords);
  const formats = useFormats();
  const { requestedBy, requestedAt, authors, savedWithKey, requireReconsent } = request;
  const earlier = useEarlierChoices(profile);
  const decided = requireReconsent === null ? text.asSaved : requireReconsent ? askAgain : keepChoices;
  const effect = useEffectOnChoices(earlier) ?? (earlier?.effect === 'operatorDecides' ? decided : null);
  const people = authors.map(({ id, email }) => email ?? id);
  return (
    <>
      <Facts
        items={[
          { name: text.askedBy, value: `${requestedBy?.email ?? '–'}, ${formats.dateTime(requestedAt)}` },
          { name: text.savedBy, value: people.length === 0 ? text.service : formats.list(people) },
          ...(effect === null ? [] : [{ name: earlierChoices, value: effect }]),
          ...(request.note === null ? [] : [{ name: note, value: request.note }]),
        ]}
      />
      {savedWithKey && <Notice tone="warn" title={text.savedWithKey} />}
    </>
  );
}
