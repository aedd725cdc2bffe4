// Writes docs/reference/errors.md from the table of error codes: `npm run docs`.
import { errorCodes } from '../src/kernel/errors';
import { gppStringFaults } from '../src/standards/gpp';
import { tcStringRefusals } from '../src/standards/tcf';
import { code, page, table } from './markdown';

const introduction = `Every error of both APIs is JSON with a sentence for a person and a stable word for a program:

\`\`\`json
{ "error": "There is no such profile.", "code": "profile_not_found" }
\`\`\`

Go by \`code\`; the sentence may say more than the one below, and may change. Some codes bring more:

- \`validation_failed\`: \`details\`, a list of \`{ path, message }\`; the public API names the first fault, the admin API all (at most 100).
- \`profile_invalid\`: \`errors\` and \`warnings\`, lists of \`{ rule, message, locale?, section?, field?, category?, parameter?, law? }\`.
- \`invalid_tc_string\` and \`invalid_gpp_string\`: \`reason\`, one of the words below, and \`details\`. The same words are in the \`warnings\` of
  decisions that are stored without an invalid string ([guide](../guide/tcf-and-gpp.md#invalid-strings)).
- \`internal_error\`: \`requestId\`, the same as the header \`X-Request-Id\`, under which the log tells more.
- \`rate_limited\` and \`unavailable\`: the header \`Retry-After\`, in seconds. \`method_not_allowed\`: the header \`Allow\`.

Which route answers which codes: [public API](api-public.md), [admin API](api-admin.md).`;

function render(): string {
  const rows = Object.entries(errorCodes).map(
    ([name, { status, message }]) => [status, code(name), message] as const,
  );
  return page('Errors', 'src/kernel/errors.ts', [
    introduction,
    table(
      ['Status', 'Code', 'Sentence'],
      [...rows].sort(([a], [b]) => a - b),
    ),
    '## Reasons of `invalid_tc_string`',
    reasonsTable(tcStringRefusals),
    '## Reasons of `invalid_gpp_string`',
    reasonsTable(gppStringFaults),
  ]);
}

function reasonsTable(reasons: Readonly<Record<string, string>>): string {
  return table(
    ['Reason', 'The string'],
    Object.entries(reasons).map(([reason, message]) => [code(reason), message]),
  );
}

export const pages = { 'docs/reference/errors.md': render };
