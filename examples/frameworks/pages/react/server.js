import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Shop } from './shop.jsx';

export const render = (choice) => renderToString(createElement(Shop, { choice }));
