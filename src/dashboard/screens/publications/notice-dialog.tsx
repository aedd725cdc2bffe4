import type { PublicOperations } from '../../../client';
import { download } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { Button, Dialog, Facts, Load, SelectField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { htmlToLines } from '../../words/html-to-lines';
import type { Publication, PublicationSearch } from './use-publication-search';
import { words } from './words';

/** Names a version in the address. */
export const noticeKey = ({ profileId, version }: Pick<Publication, 'profileId' | 'version'>) =>
  `${profileId}.${version}`;

/** Shows what visitors read in one version, in a language. */
export function NoticeDialog({
  search,
  publications,
}: {
  readonly search: PublicationSearch;
  readonly publications: readonly Publication[];
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { show, lang } = search.values;
  const [, profileId = '', version = ''] = /^(.+)\.(\d+)$/.exec(show) ?? [];
  const publication = publications.find((candidate) => noticeKey(candidate) === show);
  const locale = lang || publication?.defaultLocale;
  const close = () => search.set({ show: '', lang: '' });
  return (
    <Dialog
      title={
        publication === undefined ? text.notice : text.noticeOf(publication.profileName, Number(version))
      }
      size="large"
      isOpen={profileId !== ''}
      onClose={close}
      footer={
        <Button
          icon="download"
          onPress={() =>
            download(
              `/profiles/${profileId}/versions/${version}${locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`}`,
              `notice-${version}-${locale ?? 'default'}.json`,
            )
          }
        >
          {text.file}
        </Button>
      }
    >
      {publication !== undefined && publication.locales.length > 1 && (
        <SelectField
          label={text.language}
          value={locale ?? publication.defaultLocale}
          onChange={(next) => search.set({ lang: next })}
          options={publication.locales.map((tag) => ({ value: tag, label: formats.language(tag) }))}
        />
      )}
      {profileId !== '' && <Notice profileId={profileId} version={version} locale={locale} />}
    </Dialog>
  );
}

function Notice({
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
