import { useDownload } from '../../api/download';
import { useSession } from '../../app/session';
import { ActionMenu, Button, ErrorNotice } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** Files that an operator hands over: the receipt to the visitor, the evidence to an authority. */
export function Downloads({ visitorId }: { readonly visitorId: string }) {
  const text = useWords(words);
  const { can } = useSession();
  const { save, isPending, error } = useDownload(`/consents/${encodeURIComponent(visitorId)}`);
  return (
    <div className="stack tight">
      <div className="row end">
        <ActionMenu
          trigger={
            <Button icon="download" isDisabled={isPending}>
              {text.receipt}
            </Button>
          }
          entries={[
            { id: 'pdf', label: text.receiptPdf, onAction: () => save('/receipt?format=pdf') },
            { id: 'json', label: text.receiptJson, onAction: () => save('/receipt?format=json') },
          ]}
        />
        {can('exports:read') && (
          <Button
            variant="primary"
            icon="download"
            isPending={isPending}
            onPress={() => save('/evidence?format=zip')}
          >
            {text.evidence}
          </Button>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}
