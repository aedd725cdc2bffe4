// Writes docs/reference/compliance-rules.md from the list of rules: `npm run docs`.
import { type ComplianceRule, complianceGroupIds, complianceRules } from '../src/standards/compliance';
import { code, page, table } from './markdown';

const introduction = `What a profile of a built-in compliance group is held against when it is saved, and by \`POST /profiles/validate\`. **This is no legal advice.**
The sources are where a rule comes from, for your counsel to start at; their section numbers were not all checked against the texts of the laws. A rule knows
what stands in a profile, not what the site does.

- **error**: the save is refused with 422 \`profile_invalid\`. **warning**: it is saved, and the answer tells.
- \`compliance.rules\` of the configuration turns any rule into \`error\`, \`warning\` or \`off\`, in every group.
- *Judged from* \`cookies and categories\`: \`POST /profiles/validate\` applies the rule too.

How to work with them: [Compliance](../guide/compliance.md).`;

function groupsOf({ groups }: ComplianceRule): string {
  const missing = complianceGroupIds.filter((id) => !groups.includes(id));
  if (missing.length === 0) return 'all';
  return missing.length === 1 ? `all but ${missing.map(code).join(', ')}` : groups.map(code).join(', ');
}

function severityOf({ severity, severityIn = {}, severityFor = {} }: ComplianceRule): string {
  const inGroups = Object.entries(severityIn).map(([group, level]) => `${level} in ${code(group)}`);
  const forPurposes = Object.entries(severityFor).map(([purpose, level]) => `${level} for ${code(purpose)}`);
  return [severity, ...inGroups, ...forPurposes].join('; ');
}

/** Placeholders become what they stand for. */
function messageOf({ message }: ComplianceRule): string {
  return message.replace(/\{\w+\}/g, '…');
}

function render(): string {
  const families = [...new Set(complianceRules.map(({ id }) => id.slice(0, id.indexOf('/'))))];
  const parts = families.map((family) => {
    const rules = complianceRules.filter(({ id }) => id.startsWith(`${family}/`));
    const rows = rules.map((rule) => [
      code(rule.id),
      groupsOf(rule),
      severityOf(rule),
      messageOf(rule),
      rule.judges,
      rule.source,
      rule.asOf,
    ]);
    return `## ${family}\n\n${table(['Rule', 'Groups', 'Default', 'What it tells', 'Judged from', 'Source', 'Reviewed'], rows)}`;
  });
  return page('Compliance rules', 'src/standards/compliance/rules/', [introduction, ...parts]);
}

export const pages = { 'docs/reference/compliance-rules.md': render };
