// Checks what a browser loads before the dashboard can be used: `npm run check:size`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';

const limit = 200_000;

await buildDashboard();
const file = new URL('../dist/dashboard/manifest.json', import.meta.url);
const { main, style, sizes } = JSON.parse(readFileSync(fileURLToPath(file), 'utf8'));
const bytes = [main.script, ...main.imports, style].reduce((sum, name) => sum + sizes[name], 0);
console.log(`dashboard, first load                ${bytes} of ${limit} B (brotli)`);
if (bytes > limit) process.exitCode = 1;
