import { LinkButton, Notice } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { SeenSites } from '../installation/seen-sites';
import { Snippet } from '../installation/snippet';
import type { Published } from './look';
import { words } from './words';

/** The published groups, the lines for the pages, and whether one of them has asked for its banner. */
export function Installed({ published }: { readonly published: Published | null }) {
  const text = useWords(words);
  return (
    <>
      {published && <Outcome {...published} />}
      <Snippet />
      <SeenSites />
      <div className="row end">
        <LinkButton to="/banners">{text.toBanners}</LinkButton>
        <LinkButton to="/" variant="primary">
          {text.toOverview}
        </LinkButton>
      </div>
    </>
  );
}

function Outcome({ created, kept }: Published) {
  const text = useWords(words);
  const formats = useFormats();
  const { groups } = useSharedWords();
  const named = (ids: readonly string[]) => formats.list(ids.map((id) => groups[id] ?? id));
  return (
    <Notice
      tone={created.length === 0 ? 'warn' : 'ok'}
      title={created.length === 0 ? text.nothingPublished : text.published(named(created))}
    >
      {kept.length > 0 && <p>{text.kept(named(kept))}</p>}
    </Notice>
  );
}
