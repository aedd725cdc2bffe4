// Writes docs/reference/plugin-hooks.md from the plugin contract and its comments: `npm run docs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { code, page, table } from './markdown';

const sourcePath = 'src/server/platform/plugins/plugin-contract.ts';

const introduction = `A plugin is an object with a \`name\`, \`initialize\`, \`destroy\` and any of the other hooks, or a function of the context that returns one. How to write one:
[Plugins](../guide/plugins.md). Hooks run in the order in which the plugins were registered. Each gets its own copy, and has \`pluginTimeoutMs\` (2000). A hook that
throws, takes longer or returns an invalid value is logged as a warning and skipped; the request continues with the data from before that hook.`;

export interface HookEntry {
  readonly name: string;
  readonly comment: string;
  /** Type of the argument; empty when the hook has none. */
  readonly gets: string;
  /** Type of the return value that the service uses; empty when it uses none. */
  readonly returns: string;
}

const source = ts.createSourceFile(
  sourcePath,
  readFileSync(join(__dirname, '..', sourcePath), 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);
const interfaces = source.statements.filter(ts.isInterfaceDeclaration);

const readComment = (node: ts.Node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replace(/\s+/g, ' ');

/** Returns `A` for `MaybePromise<A | undefined | void>`. */
function toReturnType(type: string): string {
  const inside = /^MaybePromise<(.*)>$/.exec(type)?.[1] ?? type;
  return inside
    .split(' | ')
    .filter((part) => part !== 'undefined' && part !== 'void')
    .join(' | ');
}

/** Returns every hook of the contract, in its order. */
export function readHooks(): HookEntry[] {
  const contract = interfaces.find(({ name }) => name.text === 'ConsentPlugin');
  return [...(contract?.members ?? [])].filter(ts.isMethodSignature).map((member) => ({
    name: member.name.getText(),
    comment: readComment(member),
    gets: member.parameters.map(({ type }) => type?.getText() ?? '').join(', '),
    returns: toReturnType(member.type?.getText() ?? ''),
  }));
}

/** Returns the interfaces of the payloads, as in the source. */
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
  const more = `\`ConsentRecordView\` is under [Events](events.md#payloads), with the events that plugins can also listen to; \`StorageAdapter\` in
[Storage](../guide/storage.md).`;
  return page('Plugin hooks', sourcePath, [
    introduction,
    table(['Hook', 'When', 'Argument', 'Return value'], rows),
    '## Payloads',
    more,
    payloadTypes(),
  ]);
}

export const pages = { 'docs/reference/plugin-hooks.md': render };
