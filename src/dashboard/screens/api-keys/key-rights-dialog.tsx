import type { DataOf } from '../../api/use-resource';
import { Rights } from '../../app/rights';
import { Button, Dialog, Notice } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { rightsWords } from '../../words/rights';
import { words } from './words';

type ApiKey = DataOf<'listApiKeys'>[number];

/** Says in words what a key may do at the moment. */
export function KeyRightsDialog({ of: key, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) {
  const text = useWords(words);
  const { titleOf } = useWords(rightsWords);
  const { actions } = useSharedWords();
  const { scopes, withheld, holder, name } = key;
  const effective = (scopes ?? []).filter((scope) => !withheld.includes(scope));
  return (
    <Dialog
      title={titleOf(name)}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{actions.close}</Button>}
    >
      {scopes === null ? (
        <p>{text.publicOnly}</p>
      ) : (
        <>
          <p>{holder === null ? text.withoutHolder : text.actsFor(holder.name)}</p>
          {holder !== null && withheld.length > 0 && (
            <Notice tone="warn" title={text.withheld(holder.name)} />
          )}
          <Rights permissions={effective} among={effective} />
        </>
      )}
    </Dialog>
  );
}
