import { useState } from 'react';
import { useAction, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, ErrorNotice, Notice, useTell } from '../../../components';
import { useFormats, useWords } from '../../../words';
import type { Profile } from '../edits/content';
import { ApprovalDialog } from './approval-dialog';
import type { PublicationRequest } from './request';
import { approvalWords } from './words';

/**
 * Returns whether the current version waits for somebody else, so that this person can do no more for it. Superadmins can
 * publish without waiting.
 */
export function useIsWaiting({ id, version }: Profile): boolean {
  const { user } = useSession();
  const requests = useResource('listPublicationRequests');
  const isAsked = requests.data?.items.some(
    (request) => request.profileId === id && request.version === version,
  );
  return isAsked === true && !user.roles.some(({ name }) => name === 'superadmin');
}

/** Says that a publication of this banner waits for a second person, and lets that person review it. */
export function ApprovalNotice({ profile }: { readonly profile: Profile }) {
  const requests = useResource('listPublicationRequests');
  const request = requests.data?.items.find(({ profileId }) => profileId === profile.id);
  return request === undefined ? null : <Waiting key={request.id} request={request} profile={profile} />;
}

function Waiting({ request, profile }: { readonly request: PublicationRequest; readonly profile: Profile }) {
  const text = useWords(approvalWords);
  const formats = useFormats();
  const tell = useTell();
  const { can } = useSession();
  const [isReviewing, setReviewing] = useState(false);
  const withdraw = useAction('withdrawPublicationRequest', ['listPublicationRequests']);
  const { version, currentVersion, requestedBy, requestedAt, own, note } = request;
  const isVoid = version !== currentVersion;
  const mayReview = can('profiles:approve') && !own && !isVoid;
  return (
    <>
      <Notice
        tone={isVoid ? 'warn' : 'info'}
        title={text.waits(version)}
        action={
          <>
            {can('profiles:activate') && (
              <Button
                isPending={withdraw.isPending}
                onPress={() =>
                  withdraw.mutate(
                    { params: { id: request.id } },
                    { onSuccess: () => tell(text.withdrawn, { about: profile.id }) },
                  )
                }
              >
                {text.withdraw}
              </Button>
            )}
            {mayReview && (
              <Button variant="primary" onPress={() => setReviewing(true)}>
                {text.review}
              </Button>
            )}
          </>
        }
      >
        <p className="muted">{text.waitsSince(requestedBy?.email ?? null, formats.dateTime(requestedAt))}</p>
        {note !== null && <p>{note}</p>}
        {isVoid && <p>{text.isVoid(currentVersion)}</p>}
        {!isVoid && own && can('profiles:approve') && <p>{text.own}</p>}
      </Notice>
      <ErrorNotice error={withdraw.error} />
      {isReviewing && (
        <ApprovalDialog request={request} profile={profile} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}
