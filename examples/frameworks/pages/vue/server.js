import { consentPlugin } from 'express-consent/vue';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { Shop } from './shop.js';

export const render = (choice) => renderToString(createSSRApp(Shop).use(consentPlugin, choice));
