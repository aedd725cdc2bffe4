import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { saveText } from '../../api/download';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Notice } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { Erase, Erased, type ErasureCertificate } from './erase';
import { words } from './words';

type Hit = DataOf<'find'>[number];

/** Looks up what a complete id refers to; nothing for other texts. */
export const useFound = (id: string) => useResource('find', { query: { q: id } }, { enabled: isId(id) });

const isId = (text: string) => /^[\x21-\x7e]{1,128}$/.test(text);

/**
 * States what else an id refers to: one of the host's users, an erased visitor, a banner.
 * @param otherwise shown when it refers to nothing
 */
export function Found({ id, otherwise }: { readonly id: string; readonly otherwise?: ReactNode }) {
  const hits = useFound(id);
  // Here, because what was erased is no longer found.
  const [certificate, setCertificate] = useState<ErasureCertificate | null>(null);
  return (
    <>
      {hits.data?.length === 0 || hits.isError || !isId(id)
        ? otherwise
        : hits.data?.map((hit) => (
            <FoundHit key={hit.kind + hit.erasedAt} id={id} hit={hit} onErased={setCertificate} />
          ))}
      {certificate && <Erased certificate={certificate} onClose={() => setCertificate(null)} />}
    </>
  );
}

function FoundHit({
  id,
  hit,
  onErased,
}: {
  readonly id: string;
  readonly hit: Hit;
  readonly onErased: (certificate: ErasureCertificate) => void;
}) {
  const text = useWords(words);
  const { kind, erasedAt, certificateId } = hit;
  const formats = useFormats();
  const { can } = useSession();
  if (kind === 'erased' && erasedAt !== undefined)
    return (
      <Notice
        tone="warn"
        action={
          certificateId !== undefined &&
          can('erasures:read') && (
            <Link href={`/erasures?id=${encodeURIComponent(certificateId)}`}>{text.certificate}</Link>
          )
        }
      >
        {text.wasErased(formats.dateTime(erasedAt))}
      </Notice>
    );
  if (kind === 'profile')
    return <Notice action={<Link href={`/banners/${id}`}>{text.openBanner}</Link>}>{text.isBanner}</Notice>;
  return kind === 'subject' ? <FoundUser id={id} hit={hit} onErased={onErased} /> : null;
}

/** One of the host's users, who may have no decision yet. */
function FoundUser({
  id,
  hit: { visitorIds, signedInAt },
  onErased,
}: {
  readonly id: string;
  readonly hit: Hit;
  readonly onErased: (certificate: ErasureCertificate) => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const isUndecided = visitorIds.length === 0;
  /** Saves all that is stored about the user. Evidence exists only for consents. */
  const save = () =>
    saveText(
      JSON.stringify({ subjectId: id, signedInAt, consents: [] }, null, 2),
      `${text.fileOfUser}.json`,
      'application/json',
    );
  return (
    <Notice
      title={isUndecided ? text.isUndecidedUser : text.isUser(visitorIds.length)}
      action={
        <>
          {isUndecided && (
            <Button icon="download" onPress={save}>
              {actions.download}
            </Button>
          )}
          <Erase subjectId={id} hasEvidence={!isUndecided} onErased={onErased} />
        </>
      }
    >
      {isUndecided ? (
        signedInAt !== undefined && <p>{text.storedOfUser(formats.dateTime(signedInAt))}</p>
      ) : (
        <ul className="plain-list">
          {visitorIds.map((visitorId) => (
            <li key={visitorId}>
              <Link href={`/visitors/${encodeURIComponent(visitorId)}`} className="mono">
                {visitorId}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
