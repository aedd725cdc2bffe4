import { useDownload } from '../../api/download';
import { Button, Dialog, ErrorNotice, SelectField } from '../../components';
import { useFormats, useWords } from '../../words';
import { Notice } from './notice';
import type { Publication, PublicationSearch } from './use-publication-search';
import { words } from './words';

/** Names a version in the address. */
export const noticeKey = ({ profileId, version }: Pick<Publication, 'profileId' | 'version'>) =>
  `${profileId}.${version}`;

/** Shows the texts of one version, of an experiment those of one variant, in one language. */
export function NoticeDialog({
  search,
  publications,
}: {
  readonly search: PublicationSearch;
  readonly publications: readonly Publication[];
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { show, variant, lang } = search.values;
  const [, profileId = '', version = ''] = /^(.+)\.(\d+)$/.exec(show) ?? [];
  const publication = publications.find((candidate) => noticeKey(candidate) === show);
  const locale = lang || publication?.defaultLocale;
  const { save, isPending, error } = useDownload(
    `/profiles/${profileId}/versions/${version}${locale === undefined ? '' : `?locale=${encodeURIComponent(locale)}`}`,
    `notice-${version}-${locale ?? 'default'}.json`,
  );
  const close = () => search.set({ show: '', variant: '', lang: '' });
  return (
    <Dialog
      title={
        publication === undefined ? text.notice : text.noticeOf(publication.profileName, Number(version))
      }
      size="large"
      isOpen={profileId !== ''}
      onClose={close}
      footer={
        <Button icon="download" isPending={isPending} onPress={() => save()}>
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
      {profileId !== '' && (
        <Notice
          profileId={profileId}
          version={version}
          variants={publication?.variants ?? []}
          variant={variant}
          onVariant={(next) => search.set({ variant: next })}
          locale={locale}
        />
      )}
      <ErrorNotice error={error} />
    </Dialog>
  );
}
