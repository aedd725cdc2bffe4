import { ConsentEmbed, Consented, ConsentProvider, useConsent } from 'express-consent/react';

export function Shop({ choice }) {
  return (
    <ConsentProvider choice={choice}>
      <h1>Consent with React</h1>
      <Settings />
      <Consented category="analytics" fallback={<p>Nothing is measured.</p>}>
        <p>Visits are measured.</p>
      </Consented>
      <ConsentEmbed category="marketing" src="/" title="Film" width="320" height="180" />
    </ConsentProvider>
  );
}

function Settings() {
  const { decided, open } = useConsent();
  return (
    <button type="button" onClick={open}>
      {decided ? 'Change my choice' : 'Choose'}
    </button>
  );
}
