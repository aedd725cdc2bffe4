import { findingCodes, findingKinds } from '#standards/findings/index';
import type { Evidence } from '../finding';
import type { Report } from './report';

/** Returns the report as SARIF 2.1.0, for code scanning of GitHub and others. */
export function sarifReport({ findings, version }: Report): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'express-consent scan',
            version,
            rules: findingCodes.map((code) => {
              const { meaning, advice, severity, source } = findingKinds[code];
              return {
                id: code,
                shortDescription: { text: meaning },
                help: { text: `${advice} Source: ${source}.` },
                defaultConfiguration: { level: severity },
              };
            }),
          },
        },
        results: findings.map(({ code, severity, subject, fingerprint, evidence }) => ({
          ruleId: code,
          level: severity,
          message: {
            text: [subject, findingKinds[code].meaning, ...evidence.slice(0, 1).map(toText)].join(' – '),
          },
          partialFingerprints: { primaryLocationLineHash: fingerprint },
          locations: evidence.map(({ page }) => ({
            physicalLocation: { artifactLocation: { uri: toRelative(page) }, region: { startLine: 1 } },
          })),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** GitHub accepts only locations that could be files of a repository. */
const toRelative = (page: string) => page.replace(/^https?:\/\//, '');

const toText = ({ visitor, detail, initiator }: Evidence) =>
  [`Visitor: ${visitor}`, detail, initiator && `by ${initiator}`].filter(Boolean).join(', ');
