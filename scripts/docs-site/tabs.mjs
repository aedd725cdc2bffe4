// Tabs are written so that they also read well on a git host: labels in bold, each above its block, between two comments.

const group = /^<!-- tabs -->\n([\s\S]*?)^<!-- \/tabs -->$/gm;
const labelled = /^\*\*(.+?)\*\*\n\n(```)(\S+)(.*)$/gm;
const comment = /^<!--.*-->\n/gm;

/** Returns a page in the notation of VitePress: with its tabs, without comments. */
export const toSiteMarkdown = (markdown) =>
  markdown
    .replace(
      group,
      (_whole, blocks) =>
        `::: code-group\n\n${blocks.replace(labelled, (_block, label, fence, language) => `${fence}${language} [${label}]`)}\n:::`,
    )
    .replace(comment, '');
