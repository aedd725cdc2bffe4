import { CodeBlock, Page, Panel } from '../../components';
import { useWords } from '../../words';
import { SeenSites } from './seen-sites';
import { Snippet } from './snippet';
import { linkSnippet, policyLines } from './snippets';
import { words } from './words';

/** Instructions for adding the banner to pages, and a check that it is there. */
export default function Installation() {
  const text = useWords(words);
  return (
    <Page title={text.title} intro={text.intro}>
      <SeenSites />
      <Snippet />
      <div className="columns">
        <Panel title={text.link}>
          <div className="stack">
            <p>{text.linkText}</p>
            <CodeBlock label={text.link} text={linkSnippet(text.linkLabel)} />
          </div>
        </Panel>
        <Panel title={text.policy}>
          <div className="stack">
            <p>{text.policyText}</p>
            <CodeBlock label={text.policy} text={policyLines(location.origin)} />
          </div>
        </Panel>
      </div>
    </Page>
  );
}
