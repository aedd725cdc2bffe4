import { useSearchParams } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Chip, CodeBlock, Load, Notice, Page, Panel, RadioField, Table } from '../../components';
import { config } from '../../config';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { linkSnippet, policyLines, snippets, type Way, ways } from './snippets';
import { words } from './words';

/** Looks again so often while somebody waits for their first page. */
const lookEveryMs = 5_000;

/** How the banner gets onto the pages, and whether it is there. */
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

type Sites = DataOf<'getInstallation'>;

function SeenSites() {
  const text = useWords(words);
  const sites = useResource('getInstallation', undefined, { refetchInterval: lookEveryMs });
  return (
    <Panel title={text.seen} isFlush={(sites.data?.length ?? 0) > 0}>
      <Load of={sites} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <Notice title={text.waiting}>
              <p>{text.waitingText}</p>
            </Notice>
          ) : (
            <SiteTable sites={list} />
          )
        }
      </Load>
    </Panel>
  );
}

function SiteTable({ sites }: { readonly sites: Sites }) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  return (
    <Table
      label={text.seen}
      rows={sites}
      keyOf={({ origin }) => origin}
      columns={[
        { id: 'site', title: text.site, cell: ({ origin }) => <span className="mono">{origin}</span> },
        {
          id: 'seen',
          title: text.lastSeen,
          cell: ({ lastSeenAt }) => (
            <time dateTime={lastSeenAt} title={formats.dateTime(lastSeenAt)}>
              {formats.relative(lastSeenAt)}
            </time>
          ),
        },
        {
          id: 'group',
          title: text.group,
          from: 'medium',
          cell: ({ complianceGroup }) => groups[complianceGroup] ?? complianceGroup,
        },
        {
          id: 'language',
          title: text.language,
          from: 'medium',
          cell: ({ locale }) => formats.language(locale),
        },
        {
          id: 'allowed',
          title: text.decisions,
          cell: ({ allowed }) =>
            allowed ? <Chip tone="ok">{text.accepted}</Chip> : <Chip tone="warn">{text.refused}</Chip>,
        },
      ]}
    />
  );
}

function Snippet() {
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
