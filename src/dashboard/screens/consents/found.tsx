import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { Notice } from '../../components';
import { useFormats, useWords } from '../../words';
import { words } from './words';

/** Says what else an id means: one of the host's users with several devices, an erased visitor, a banner. */
export function Found({ id }: { readonly id: string }) {
  const text = useWords(words);
  const formats = useFormats();
  const isId = /^[\x21-\x7e]{1,128}$/.test(id);
  const hits = useResource('find', { query: { q: id } }, { enabled: isId });
  return hits.data?.map(({ kind, visitorIds, erasedAt }) => {
    if (kind === 'erased' && erasedAt !== undefined)
      return (
        <Notice key={kind} tone="warn">
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
