import { useParams } from 'wouter';
import { LinkTabs, Page } from '../../components';
import { useWords } from '../../words';
import { AllFindings } from './all-findings';
import { UnlistedView } from './unlisted-view';
import { words } from './words';

/** Shows what pages do that no banner allows or lists, and the decisions of the operator about it. */
export default function Findings() {
  const text = useWords(words);
  const { view } = useParams<{ readonly view?: string }>();
  return (
    <Page title={text.title} intro={text.intro}>
      <LinkTabs
        label={text.views}
        tabs={[
          { to: '/findings', label: text.unlisted },
          { to: '/findings/all', label: text.all },
        ]}
      />
      {view === 'all' ? <AllFindings /> : <UnlistedView />}
    </Page>
  );
}
