import type { DataOf } from '../../api/use-resource';
import { Rights } from '../../app/rights';
import { Button, Dialog, Notice } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { rightsWords } from '../../words/rights';
import { words } from './words';

type ApiKey = DataOf<'listApiKeys'>[number];

/** Says in words what a key may do at the moment. */
export function KeyRightsDialog({ of: key, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) {
  const text = useWords(words);
  const { titleOf } = useWords(rightsWords);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const { scopes, withheld, holder, name, restsFrom } = key;
  const rests = restsFrom !== null && Date.parse(restsFrom) <= Date.now();
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
          {holder !== null && withheld.length > 0 && !rests && (
            <Notice tone="warn" title={text.withheld(holder.name)} />
          )}
          {holder !== null && restsFrom !== null && (
            <Notice
              tone={rests ? 'warn' : 'info'}
              title={text.restsUntil(holder.name, formats.dateTime(restsFrom))}
            />
          )}
          <Rights permissions={effective} among={effective} />
        </>
      )}
    </Dialog>
  );
}
