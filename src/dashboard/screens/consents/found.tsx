import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Notice } from '../../components';
import { useFormats, useWords } from '../../words';
import { words } from './words';

/** Looks up what a complete id refers to; nothing for other texts. */
export const useFound = (id: string) => useResource('find', { query: { q: id } }, { enabled: isId(id) });

const isId = (text: string) => /^[\x21-\x7e]{1,128}$/.test(text);

/**
 * States what else an id refers to: one of the host's users with several devices, an erased visitor, a banner.
 * @param otherwise shown when it refers to nothing
 */
export function Found({ id, otherwise }: { readonly id: string; readonly otherwise?: ReactNode }) {
  const text = useWords(words);
  const formats = useFormats();
  const { can } = useSession();
  const hits = useFound(id);
  if (hits.data?.length === 0 || hits.isError || !isId(id)) return otherwise;
  return hits.data?.map(({ kind, visitorIds, erasedAt, certificateId }) => {
    if (kind === 'erased' && erasedAt !== undefined)
      return (
        <Notice
          key={kind}
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
      return (
        <Notice key={kind} action={<Link href={`/banners/${id}`}>{text.openBanner}</Link>}>
          {text.isBanner}
        </Notice>
      );
    if (kind !== 'subject') return null;
    if (visitorIds.length === 0)
      return (
        <Notice key={kind} title={text.isUndecidedUser}>
          {text.isUndecidedUserText}
        </Notice>
      );
    return (
      <Notice key={kind} title={text.isUser(visitorIds.length)}>
        <ul className="plain-list">
          {visitorIds.map((visitorId) => (
            <li key={visitorId}>
              <Link href={`/visitors/${encodeURIComponent(visitorId)}`} className="mono">
                {visitorId}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}
