// The page does not name its shop: the service determines the tenant from the host name.
const byId = (id) => document.getElementById(id);
const shops = { north: 'Northern Bikes', south: 'Southern Books' };
const [slug] = location.hostname.split('.');
const other = slug === 'north' ? 'south' : 'north';

byId('shop').textContent = shops[slug] ?? location.hostname;
byId('other').textContent = shops[other];
byId('other').href = `//${other}.localhost:${location.port}/`;

function show({ states, decided }) {
  const granted = Object.keys(states).filter((category) => states[category] === 'granted');
  byId('choice').textContent = decided ? `Allowed: ${granted.join(', ')}.` : 'None yet.';
  byId('erase').hidden = !decided;
}
document.addEventListener('consent', ({ detail }) => show(detail));
if (window.expressConsent) show(window.expressConsent); // the widget was first
byId('erase').addEventListener('click', () => window.expressConsent.erase());
