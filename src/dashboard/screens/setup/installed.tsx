import { LinkButton } from '../../components';
import { useWords } from '../../words';
import { SeenSites } from '../installation/seen-sites';
import { Snippet } from '../installation/snippet';
import { words } from './words';

/** The lines for the pages, and whether one of them has asked for its banner. */
export function Installed() {
  const text = useWords(words);
  return (
    <>
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
