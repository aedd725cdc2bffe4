import { useId } from 'react';
import type { DataOf } from '../api/use-resource';
import { Button, usePageHeading } from '../components';
import { defineWords, useSharedWords, useWords } from '../words';
import { addressOf } from './tenant-address';

const words = defineWords({
  en: {
    title: 'This tenant cannot be shown',
    text: 'It does not exist, or you have no access to it.',
    own: 'Your tenants:',
  },
  de: {
    title: 'Dieser Mandant kann nicht angezeigt werden',
    text: 'Es gibt ihn nicht, oder Sie haben keinen Zugriff auf ihn.',
    own: 'Ihre Mandanten:',
  },
  fr: {
    title: 'Ce client ne peut pas être affiché',
    text: 'Il n’existe pas, ou vous n’y avez pas accès.',
    own: 'Vos clients :',
  },
  es: {
    title: 'Este cliente no se puede mostrar',
    text: 'No existe, o usted no tiene acceso a él.',
    own: 'Sus clientes:',
  },
});

/** Says that the user cannot see the tenant that the address names. Other tenants are a choice, never a replacement. */
export function TenantUnavailable({
  own,
  onSignOut,
}: {
  readonly own: DataOf<'listTenants'>;
  readonly onSignOut: () => void;
}) {
  const text = useWords(words);
  const { shell } = useSharedWords();
  const heading = usePageHeading(text.title);
  const ownId = useId();
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <p className="brand">express-consent</p>
        <h1 ref={heading} tabIndex={-1}>
          {text.title}
        </h1>
        <p>{text.text}</p>
        {own.length > 0 && (
          <div>
            <p id={ownId}>{text.own}</p>
            <ul aria-labelledby={ownId}>
              {own.map((tenant) => (
                <li key={tenant.id}>
                  <a href={addressOf(tenant)}>{tenant.name}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Button onPress={onSignOut}>{shell.signOut}</Button>
      </div>
    </main>
  );
}
