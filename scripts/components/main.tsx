import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { applyColourScheme } from '../../src/dashboard/app/colour-scheme';
import { Page, Panel, ToastProvider } from '../../src/dashboard/components';
import { LanguageContext } from '../../src/dashboard/words';
import { chartStories } from './charts';
import { contentStories } from './content';
import { controlStories } from './controls';
import { overlayStories } from './overlays';
import type { Story } from './story';

const stories: readonly Story[] = [...controlStories, ...contentStories, ...chartStories, ...overlayStories];

function Components() {
  return (
    <Page title="Components" intro="Every component of the dashboard in every state.">
      {stories.map(({ title, Content }) => (
        <Panel key={title} title={title}>
          <div className="stack">
            <Content />
          </div>
        </Panel>
      ))}
    </Page>
  );
}

applyColourScheme();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <LanguageContext value="en">
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <Router>
            <main className="content">
              <Components />
            </main>
          </Router>
        </ToastProvider>
      </QueryClientProvider>
    </LanguageContext>,
  );
