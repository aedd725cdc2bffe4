import { hydrate } from 'svelte';
import Shop from './shop.svelte';

const choice = JSON.parse(document.getElementById('choice').textContent);
hydrate(Shop, { target: document.getElementById('app'), props: { choice } });
