import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../api/use-resource';
import { leave } from '../../app/leaving';
import { useSession } from '../../app/session';
import { Button, ConfirmDialog, ErrorNotice, useTell } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** Copies or deletes a template. */
export function TemplateActions({
  kind,
  id,
  name,
}: {
  readonly kind: 'looks' | 'cookies';
  readonly id: string;
  readonly name: string;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const [, go] = useLocation();
  const tell = useTell();
  const [isAsking, setAsking] = useState(false);
  const isLook = kind === 'looks';
  const copy = useAction(isLook ? 'copyUiTemplate' : 'copyConsentTemplate', [
    'listUiTemplates',
    'listConsentTemplates',
  ]);
  const remove = useAction(isLook ? 'deleteUiTemplate' : 'deleteConsentTemplate', [
    'listUiTemplates',
    'listConsentTemplates',
  ]);
  return (
    <>
      {can('templates:create') && (
        <Button
          icon="copy"
          isPending={copy.isPending}
          onPress={() =>
            copy.mutate(
              { params: { id }, body: { name: text.copyOf(name.slice(0, 190)) } },
              {
                onSuccess: ({ data }) => {
                  tell(text.copied(name));
                  const path = `/templates/${kind}/${data.id}`;
                  leave({ path, go: () => go(path) });
                },
              },
            )
          }
        >
          {text.copy}
        </Button>
      )}
      {can('templates:delete') && (
        <Button icon="trash" onPress={() => setAsking(true)}>
          {text.deleteAction}
        </Button>
      )}
      <ErrorNotice error={copy.error} />
      <ConfirmDialog
        title={text.deleteAsk(name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        action={text.deleteAction}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => {
                tell(text.deleted(name));
                go('/templates');
              },
            },
          )
        }
      >
        {text.deleteText}
      </ConfirmDialog>
    </>
  );
}
