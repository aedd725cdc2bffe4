import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { applyColourScheme } from './app/colour-scheme';
import { takeHandOver } from './app/hand-over';
import { watchLeaving } from './app/leaving';

const handOver = takeHandOver();
applyColourScheme();
watchLeaving();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App handOver={handOver} />);
