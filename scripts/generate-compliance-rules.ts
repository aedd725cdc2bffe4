// Writes docs/reference/compliance-rules.md from the list of rules: `npm run docs`.
import {
  type ComplianceRule,
  complianceGroupIds,
  complianceRules,
  type LookRule,
  lookRules,
} from '#standards/compliance/index';
import { code, page, table } from './markdown';

const introduction = `The rules for profiles of built-in compliance groups, checked when a profile is saved and by \`POST /profiles/validate\`. **This is not legal advice.**
The sources name the origin of each rule, as a starting point for your counsel; not all section numbers were checked against the texts of the laws. A rule
checks the content of a profile, not the behaviour of the site.

- **error**: the save is refused with 422 \`profile_invalid\`. **warning**: the profile is saved, and the response contains the warning.
- \`compliance.rules\` in the configuration sets any rule to \`error\`, \`warning\` or \`off\`, in every group.
- *Checked on* \`cookies and categories\`: \`POST /profiles/validate\` applies the rule too.

How to use them: [Compliance](../guide/compliance.md).`;

function toGroupsText({ groups }: ComplianceRule): string {
  const missing = complianceGroupIds.filter((id) => !groups.includes(id));
  if (missing.length === 0) return 'all';
  return missing.length === 1 ? `all but ${missing.map(code).join(', ')}` : groups.map(code).join(', ');
}

function toSeverityText({ severity, severityIn = {}, severityFor = {} }: ComplianceRule): string {
  const inGroups = Object.entries(severityIn).map(([group, level]) => `${level} in ${code(group)}`);
  const forPurposes = Object.entries(severityFor).map(([purpose, level]) => `${level} for ${code(purpose)}`);
  return [severity, ...inGroups, ...forPurposes].join('; ');
}

/** Returns the message with its placeholders shown as an ellipsis. */
function toMessageText({ message }: Pick<ComplianceRule | LookRule, 'message'>): string {
  return message.replace(/\{\w+\}/g, '…');
}

function render(): string {
  const families = [...new Set(complianceRules.map(({ id }) => id.slice(0, id.indexOf('/'))))];
  const parts = families.map((family) => {
    const rules = complianceRules.filter(({ id }) => id.startsWith(`${family}/`));
    const rows = rules.map((rule) => [
      code(rule.id),
      toGroupsText(rule),
      toSeverityText(rule),
      toMessageText(rule),
      rule.judges,
      rule.source,
      rule.asOf,
    ]);
    return `## ${family}\n\n${table(['Rule', 'Groups', 'Default', 'Message', 'Checked on', 'Source', 'Reviewed'], rows)}`;
  });
  const look = Object.values(lookRules).map((rule) => [
    code(rule.id),
    rule.severity,
    toMessageText(rule),
    rule.source,
    rule.asOf,
  ]);
  parts.push(
    `## ui\n\nThese rules apply in every group: UI templates are checked when they are saved (an error is a 422 \`ui_template_invalid\`), and positions of a profile with the profile.\n\n${table(['Rule', 'Default', 'Message', 'Source', 'Reviewed'], look)}`,
  );
  return page('Compliance rules', 'src/standards/compliance/rules/', [introduction, ...parts]);
}

export const pages = { 'docs/reference/compliance-rules.md': render };
