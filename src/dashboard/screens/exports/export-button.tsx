import type { ReactNode } from 'react';
import { useDownload } from '../../api/download';
import { withoutBlanks } from '../../app/use-address';
import { Button, ErrorNotice } from '../../components';

/** Downloads a file from a path of the admin API. */
export function ExportButton({
  path,
  query,
  isDisabled = false,
  children,
}: {
  readonly path: string;
  /** Empty values are not sent. */
  readonly query: Readonly<Record<string, string>>;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}) {
  const search = new URLSearchParams(withoutBlanks(query));
  const { save, isPending, error } = useDownload(`${path}?${search}`);
  return (
    <>
      <ErrorNotice error={error} />
      <div className="row">
        <Button icon="download" isPending={isPending} isDisabled={isDisabled} onPress={() => save()}>
          {children}
        </Button>
      </div>
    </>
  );
}
