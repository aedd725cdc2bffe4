import type { PublicOperations } from '../../../client';
import { useResource } from '../../api/use-resource';
import { Facts, Load } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { htmlToLines } from '../../words/html-to-lines';
import { words } from './words';

/** What visitors read in one version of a banner; without a locale in the default one. */
export function Notice({
  profileId,
  version,
  locale,
}: {
  readonly profileId: string;
  readonly version: string;
  readonly locale: string | undefined;
}) {
  const file = useResource(
    'getProfileVersion',
    { params: { id: profileId, entryId: version }, query: locale === undefined ? {} : { locale } },
    { keepPrevious: true },
  );
  return <Load of={file}>{(notice) => <NoticeTexts notice={notice as unknown as Texts} />}</Load>;
}

type Texts = PublicOperations['getResolvedProfile']['data'];
type Layer = Texts['mainBanner'];

function NoticeTexts({ notice }: { readonly notice: Texts }) {
  const text = useWords(words);
  const { mainBanner, gpcBanner, preferenceModal, currentLocale, dir } = notice;
  return (
    <div className="stack loose" lang={currentLocale} dir={dir}>
      <LayerTexts title={text.firstLayer} layer={mainBanner} />
      {gpcBanner !== undefined && <LayerTexts title={text.signalLayer} layer={gpcBanner} />}
      <LayerTexts title={text.preferences} layer={preferenceModal} />
      {Object.entries(preferenceModal.categories).map(([id, category]) => (
        <Category key={id} notice={notice} category={category} />
      ))}
    </div>
  );
}

function LayerTexts({
  title,
  layer: { heading, htmlText = '', buttons },
}: {
  readonly title: string;
  readonly layer: Pick<Layer, 'heading' | 'htmlText' | 'buttons'>;
}) {
  const text = useWords(words);
  return (
    <section className="stack tight">
      <h3 className="muted">{title}</h3>
      {heading && <p className="strong">{heading}</p>}
      <Lines html={htmlText} />
      {buttons.length > 0 && (
        <p className="muted">
          {text.buttons}: {buttons.map((button) => `[${button.text ?? ''}]`).join(' ')}
        </p>
      )}
    </section>
  );
}

function Lines({ html }: { readonly html: string }) {
  return htmlToLines(html).map((line, index) => <p key={index}>{line}</p>);
}

type CategoryTexts = Texts['preferenceModal']['categories'][string];

function Category({ notice, category }: { readonly notice: Texts; readonly category: CategoryTexts }) {
  const { states } = useSharedWords();
  return (
    <section className="stack tight">
      <h3>{category.heading}</h3>
      <Lines html={category.htmlText ?? ''} />
      <Facts
        items={category.cookies.map((id) => {
          const { name = id, provider, duration } = notice.cookies[id] ?? {};
          return { name, value: [provider, duration].filter(Boolean).join(' · ') || states.none };
        })}
      />
    </section>
  );
}
