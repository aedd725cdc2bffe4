// Writes docs/reference/errors.md from the table of error codes: `npm run docs`.
import { errorCodes } from '#platform/kernel/errors';
import { gppStringFaults } from '#standards/gpp/index';
import { tcStringRefusals } from '#standards/tcf/index';
import { code, page, table } from './markdown';

const introduction = `Every error of both APIs is JSON with a sentence for people and a stable code for programs:

\`\`\`json
{ "error": "There is no such profile.", "code": "profile_not_found" }
\`\`\`

Programs should check \`code\`; the sentence can contain more than the one below, and can change. Some errors have more fields:

- \`validation_failed\`: \`details\`, a list of \`{ path, message, rule?, limit? }\`; the public API lists the first fault without its rule, the admin API all (at most 100).
  \`rule\` is a stable word for what the value breaks, such as \`max_length\` with its \`limit\`, for programs that translate the sentence.
- \`already_exists\`: \`details\` with the value that is in use.
- \`profile_invalid\`: \`errors\` and \`warnings\`, lists of \`{ rule, message, locale?, section?, field?, category?, parameter?, law? }\`.
- \`ui_template_invalid\`: \`errors\`, a list of \`{ rule, message, field, law }\`.
- \`invalid_tc_string\` and \`invalid_gpp_string\`: \`reason\`, one of the codes below, and \`details\`. The same codes are in the \`warnings\` of
  decisions that are stored without an invalid string ([guide](../guide/tc-and-gpp-strings.md#invalid-strings)).
- \`internal_error\`: \`requestId\`, the same as the header \`X-Request-Id\`, under which the log has the details.
- \`rate_limited\` and \`unavailable\`: the header \`Retry-After\`, in seconds. \`method_not_allowed\`: the header \`Allow\`.

Codes of each route: [public API](api-public.md), [admin API](api-admin.md).`;

function render(): string {
  const rows = Object.entries(errorCodes).map(
    ([name, { status, message }]) => [status, code(name), message] as const,
  );
  return page('Errors', 'src/server/platform/kernel/errors.ts', [
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
