import { useContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormats, useSharedWords } from '../words';
import { TenantNameContext } from './layout';

/** Says on paper when it was printed, in which time zone its times are, and for which tenant. */
export function PrintNote() {
  const { printed } = useSharedWords();
  const formats = useFormats();
  const tenant = useContext(TenantNameContext);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // The browser takes the page as it is when the event has ended.
    const note = () => flushSync(() => setNow(Date.now()));
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  return (
    <p className="print-note">
      {[tenant, printed(formats.dateTime(now), formats.zone())].filter(Boolean).join(' · ')}
    </p>
  );
}
