import { useDownload } from '../api/download';
import { Button, ErrorNotice } from '../components';
import { useLanguage, useSharedWords } from '../words';

/** Buttons that download the certificate of an erasure: for people, in the language of the dashboard, and for programs. */
export function CertificateDownloads({ id }: { readonly id: string }) {
  const { actions } = useSharedWords();
  const lang = useLanguage();
  const { save, isPending, error } = useDownload(`/erasures/${encodeURIComponent(id)}`);
  return (
    <div className="stack tight">
      <div className="row">
        {(['pdf', 'json'] as const).map((format) => (
          <Button
            key={format}
            icon="download"
            aria-label={`${actions.download}: ${format.toUpperCase()}`}
            isDisabled={isPending}
            onPress={() => save(`?format=${format}&lang=${lang}`)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}
