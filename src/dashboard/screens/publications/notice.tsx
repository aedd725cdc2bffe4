import type { PublicOperations } from '#client/index';
import { withVariant } from '#layers/variants';
import { useResource } from '../../api/use-resource';
import { Facts, Load, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { htmlToLines } from '../../words/html-to-lines';
import { useVariantName } from '../banner/variants/variant-name';
import type { Publication } from './use-publication-search';
import { words } from './words';

/** The texts of one version of a banner; in the default language unless a locale is set. */
export function Notice({
  profileId,
  version,
  variants,
  variant,
  onVariant,
  locale,
}: {
  readonly profileId: string;
  readonly version: string;
  /** Names of the variants, where they are known. */
  readonly variants: Publication['variants'];
  /** Of an experiment; A where the version does not have it. */
  readonly variant: string;
  readonly onVariant: (variant: string) => void;
  readonly locale: string | undefined;
}) {
  const text = useWords(words);
  const nameOf = useVariantName();
  const file = useResource(
    'getProfileVersion',
    { params: { id: profileId, entryId: version }, query: locale === undefined ? {} : { locale } },
    { keepPrevious: true },
  );
  return (
    <Load of={file}>
      {(answer) => {
        const notice = answer as unknown as Texts;
        const ids = Object.keys(notice.variants ?? {});
        const shown = ids.includes(variant) ? variant : 'A';
        return (
          <>
            {ids.length > 0 && (
              <SelectField
                label={text.variant}
                value={shown}
                onChange={onVariant}
                options={ids.map((id) => ({
                  value: id,
                  label: nameOf(variants.find((own) => own.id === id) ?? { id }),
                }))}
              />
            )}
            <NoticeTexts notice={withVariant(notice, shown)} />
          </>
        );
      }}
    </Load>
  );
}

export type Texts = PublicOperations['getResolvedProfile']['data'];
type Layer = Texts['mainBanner'];

/** The texts of a notice, one layer after the other. */
export function NoticeTexts({ notice }: { readonly notice: Texts }) {
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
