// The page does not name its shop: the service determines the tenant from the host name.
import * as api from '../../minimal/public/consent-api.js';
import { safeHtml } from '../../minimal/public/safe-html.js';

const byId = (id) => document.getElementById(id);
const shops = { north: 'Northern Bikes', south: 'Southern Books' };
const [slug] = location.hostname.split('.');
const other = slug === 'north' ? 'south' : 'north';

byId('shop').textContent = shops[slug] ?? location.hostname;
byId('other').textContent = shops[other];
byId('other').href = `//${other}.localhost:${location.port}/`;

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const { path, found } = await api.resolve({
  timezone: timeZone || 'Europe/Berlin',
  languages: [...navigator.languages],
});
// Only the group of the European Union has a profile in this example.
const profile = await api.readProfile(
  found ? path : (await api.resolve({ timezone: 'Europe/Berlin', languages: [...navigator.languages] })).path,
);

function show(record) {
  byId('banner').hidden = record !== null;
  byId('erase').hidden = record === null;
  const granted = Object.entries(record?.effectiveConsent ?? {}).filter(([, state]) => state === 'granted');
  byId('choice').textContent =
    record === null ? 'None yet.' : `Allowed: ${granted.map(([category]) => category).join(', ')}.`;
}

/**
 * Submits the choice of a button: `*` grants everything, `!` refuses everything optional. The seeded
 * profile's third button would open the settings.
 */
function decide({ cookies }) {
  const toState = ({ legalBasis }) => (legalBasis === 'mandatory' || cookies === '*' ? 'granted' : 'denied');
  const consentJson = Object.fromEntries(
    Object.entries(profile.preferenceModal.categories).map(([id, category]) => [id, toState(category)]),
  );
  return api.submit({ profileId: profile.id, locale: profile.currentLocale, consentJson });
}

byId('heading').textContent = profile.mainBanner.heading;
byId('text').replaceChildren(safeHtml(profile.mainBanner.htmlText));
for (const button of profile.mainBanner.buttons.filter(({ action }) => action === 'custom')) {
  const element = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: button.text,
  });
  element.addEventListener('click', async () => show(await decide(button)));
  byId('buttons').append(element);
}
byId('erase').addEventListener('click', async () => {
  await api.erase(api.visitorId());
  show(null);
});

const visitorId = api.visitorId();
show(visitorId === null ? null : await api.read(visitorId).catch(() => null));
