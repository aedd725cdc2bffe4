// Writes docs/reference/plugin-hooks.md from the plugin contract and its comments: `npm run docs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { code, page, table } from './markdown';

const sourcePath = 'src/plugins/plugin-contract.ts';

const introduction = `A plugin is an object with a \`name\`, \`initialize\`, \`destroy\` and any of the other hooks, or a function of the context that returns one. How to write one:
[Plugins](../guide/plugins.md). Hooks run in the order in which the plugins were registered. Each gets a copy of its own, and has \`pluginTimeoutMs\` (2000). One that
throws, takes longer or returns what is not valid is logged as a warning and passed over; the request goes on with what was there before it.`;

export interface HookEntry {
  readonly name: string;
  readonly comment: string;
  /** Type of what the hook gets; empty: nothing. */
  readonly gets: string;
  /** Type of what counts when it is returned; empty: nothing does. */
  readonly returns: string;
}

const source = ts.createSourceFile(
  sourcePath,
  readFileSync(join(__dirname, '..', sourcePath), 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);
const interfaces = source.statements.filter(ts.isInterfaceDeclaration);

const commentOf = (node: ts.Node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replace(/\s+/g, ' ');

/** `MaybePromise<A | undefined | void>` as `A`. */
function answerOf(type: string): string {
  const inside = /^MaybePromise<(.*)>$/.exec(type)?.[1] ?? type;
  return inside
    .split(' | ')
    .filter((part) => part !== 'undefined' && part !== 'void')
    .join(' | ');
}

/** Every hook of the contract, in its order. */
export function readHooks(): HookEntry[] {
  const contract = interfaces.find(({ name }) => name.text === 'ConsentPlugin');
  return [...(contract?.members ?? [])].filter(ts.isMethodSignature).map((member) => ({
    name: member.name.getText(),
    comment: commentOf(member),
    gets: member.parameters.map(({ type }) => type?.getText() ?? '').join(', '),
    returns: answerOf(member.type?.getText() ?? ''),
  }));
}

/** The interfaces that payloads are made of, as they stand in the source. */
function payloadTypes(): string {
  const used = interfaces.filter(({ name }) => name.text !== 'ConsentPlugin');
  return ['```ts', used.map((declaration) => declaration.getFullText().trim()).join('\n\n'), '```'].join(
    '\n',
  );
}

function render(): string {
  const cell = (type: string) => (type === '' ? '' : code(type));
  const rows = readHooks().map(({ name, comment, gets, returns }) => [
    code(name),
    comment,
    cell(gets),
    cell(returns),
  ]);
  const more = `\`ConsentRecordView\` is under [Events](events.md#payloads), where the events are that plugins can listen to as well; \`StorageAdapter\` in
[Storage](../guide/storage.md).`;
  return page('Plugin hooks', sourcePath, [
    introduction,
    table(['Hook', 'When', 'Gets', 'May return'], rows),
    '## Payloads',
    more,
    payloadTypes(),
  ]);
}

export const pages = { 'docs/reference/plugin-hooks.md': render };
