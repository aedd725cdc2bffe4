import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Shop } from './shop.jsx';

const choice = JSON.parse(document.getElementById('choice').textContent);
hydrateRoot(document.getElementById('app'), createElement(Shop, { choice }));
