// Writes docs/reference/events.md from the event map and its comments: `npm run docs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { code, page, table } from './markdown';

const sourcePath = 'src/server/platform/kernel/events.ts';

const introduction = `\`svc.events\` is an [EventEmitter3](https://github.com/primus/eventemitter3) whose events and payloads are typed. Each event is emitted after the commit of
its change, in the process that made the change. A listener that throws, or whose promise rejects, is logged and affects neither the service nor the
listeners after it. Payloads never contain an IP address.

\`\`\`js
svc.events.on('consent.created', ({ tenantId, visitorId, consent }) => queue.add({ tenantId, visitorId, choices: consent.consentJson }));
\`\`\``;

interface EventEntry {
  readonly name: string;
  readonly comment: string;
  readonly payload: string;
}

const source = ts.createSourceFile(
  sourcePath,
  readFileSync(join(__dirname, '..', sourcePath), 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);
const interfaces = source.statements.filter(ts.isInterfaceDeclaration);

/** Returns every event of the map, in its order. */
export function readEvents(): EventEntry[] {
  const map = interfaces.find(({ name }) => name.text === 'ServiceEvents');
  return [...(map?.members ?? [])].filter(ts.isPropertySignature).map((member) => ({
    name: ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(),
    comment: ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
      .join(' '),
    payload: (member.type?.getText() ?? '')
      .replace(/\breadonly /g, '')
      .replace(/;\s*}/g, ' }')
      .replace(/;\s+/g, ', ')
      .replace(/\s+/g, ' '),
  }));
}

/** Returns the interfaces of the payloads, as in the source. */
function payloadTypes(): string {
  const used = interfaces.filter(({ name }) => name.text !== 'ServiceEvents');
  return ['```ts', used.map((declaration) => declaration.getFullText().trim()).join('\n\n'), '```'].join(
    '\n',
  );
}

function render(): string {
  const rows = readEvents().map(({ name, comment, payload }) => [code(name), comment, code(payload)]);
  return page('Events', sourcePath, [
    introduction,
    table(['Event', 'When', 'Payload'], rows),
    '## Payloads',
    payloadTypes(),
  ]);
}

export const pages = { 'docs/reference/events.md': render };
