import { render as renderComponent } from 'svelte/server';
import Shop from './shop.svelte';

export const render = (choice) => renderComponent(Shop, { props: { choice } }).body;
