import { type FindingCode, type FindingKind, findingKinds } from './finding-kinds';

/** A fault of this installation. */
export interface Finding extends FindingKind {
  readonly code: FindingCode;
  readonly what: string;
}

export interface Report {
  /** Adds what is in order, in a few words. */
  pass(text: string): void;
  /** Adds a fault once. A text that ends with a link into the troubleshooting page names its section. */
  find(code: FindingCode, what: string, own?: Partial<Pick<FindingKind, 'why' | 'change' | 'anchor'>>): void;
  readonly passed: readonly string[];
  readonly findings: readonly Finding[];
}

const page = 'docs/guide/troubleshooting.md';
const link = new RegExp(`\\s*See ${page.replaceAll('.', '\\.')}#([\\w-]+)\\s*$`);

export function createReport(): Report {
  const passed: string[] = [];
  const findings: Finding[] = [];
  return {
    passed,
    findings,
    pass: (text) => void passed.push(text),
    find(code, text, own = {}) {
      const kind: FindingKind = findingKinds[code];
      const what = text.replace(link, '');
      if (findings.some((known) => known.what === what)) return;
      const anchor = link.exec(text)?.[1] ?? kind.anchor;
      findings.push({ code, what, ...kind, anchor, ...own });
    },
  };
}

/** Returns the report as lines for people, faults last. */
export function renderReport({ passed, findings }: Report): string[] {
  const errorsFirst = [...findings].sort(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  );
  return [
    ...passed.map((text) => `ok       ${text}`),
    ...errorsFirst.flatMap(({ severity, code, what, why, change, anchor }) => [
      '',
      `${severity.padEnd(7)}  ${what.replaceAll('\n', '\n         ')}  [${code}]`,
      `         Why:    ${why}`,
      `         Change: ${change}`,
      `         More:   ${page}#${anchor}`,
    ]),
    '',
    findings.length === 0
      ? 'No fault was found.'
      : `${findings.length} ${findings.length === 1 ? 'fault' : 'faults'}, ${findings.filter(({ severity }) => severity === 'error').length} of them errors.`,
  ];
}

/** Returns the report as data, for scripts. */
export const toData = ({ passed, findings }: Report) => ({
  ok: findings.length === 0,
  passed,
  findings: findings.map(({ anchor, ...finding }) => ({ ...finding, see: `${page}#${anchor}` })),
});
