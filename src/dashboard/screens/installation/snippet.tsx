import { useSearchParams } from 'wouter';
import { useSession } from '../../app/session';
import { CodeBlock, Panel, RadioField } from '../../components';
import { config } from '../../config';
import { useLanguage, useWords } from '../../words';
import { snippets, type Way, ways } from './snippets';
import { words } from './words';

/** The lines for the operator's pages. */
export function Snippet() {
  const text = useWords(words);
  const language = useLanguage();
  const { tenantId } = useSession();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('with');
  const way = ways.find((candidate) => candidate === wanted) ?? 'html';
  const { name, help } = text.ways[way];
  const base = `${location.origin}${config.publicBase.replace(/\/api\/v1$/, '')}`;
  return (
    <Panel title={text.snippet}>
      <div className="stack">
        <RadioField<Way>
          label={text.with}
          isHorizontal
          value={way}
          onChange={(next) =>
            setSearch((now) => {
              const changed = new URLSearchParams(now);
              changed.set('with', next);
              return changed;
            })
          }
          options={ways.map((value) => ({ value, label: text.ways[value].name }))}
        />
        <p>{help}</p>
        <CodeBlock
          label={`${text.snippet}: ${name}`}
          text={snippets[way]({ base, language, tenantId: config.tenancy ? tenantId : null })}
        />
      </div>
    </Panel>
  );
}
