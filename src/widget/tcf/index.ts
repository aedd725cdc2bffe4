import sheet from '../tcf.css';
import type { Decision, Kit, TcfLayer, WidgetContext } from '../widget-types';
import { createNotice } from './notice';
import { createSection } from './section';
import { chooseAll, createSelection, isReduced, type Selection, toFields } from './selection';
import { isList, type TcfList, toRoute } from './tcf-list';

/** Creates the layers of the Transparency and Consent Framework. */
export function create(context: WidgetContext): TcfLayer {
  const lists = new Map<string, Promise<TcfList>>();
  /** The visitor's changes in the open preferences, and the list that those show. */
  let open: Selection | undefined;
  let openList: TcfList;
  let showsPartners = false;

  /** @param kit that of the layer: a page that is open for long gets newer versions and lists */
  function readList(kit: Kit): Promise<TcfList> {
    const route = toRoute(kit);
    const list = lists.get(route) ?? context.call<TcfList>(route, isList);
    lists.set(route, list);
    list.catch(() => lists.delete(route));
    return list;
  }

  async function readString(): Promise<string | undefined> {
    return context.choice ? (await context.part('frameworks')).tcString() : undefined;
  }

  return {
    async createNotice(kit) {
      const list = await readList(kit);
      kit.root.style(sheet);
      return createNotice(kit, list, () => {
        showsPartners = true;
        void context.open();
      });
    },
    async createSection(kit, keepsChanges) {
      if (!keepsChanges) open = undefined;
      const [list, text] = await Promise.all([readList(kit), readString()]);
      kit.root.style(sheet);
      const now = createSelection(list, text);
      // A newer version can offer something else.
      const isSame = JSON.stringify(open?.offered) === JSON.stringify(now.offered);
      open = (isSame && open) || now;
      openList = list;
      const section = createSection(kit, list, open, showsPartners);
      showsPartners = false;
      return section;
    },
    async choose(kit, { states, method, layer, keepsOthers }: Decision) {
      const frameworks = await context.part('frameworks');
      const shown = layer === 'preferences' && method === 'save' ? open : undefined;
      const list = shown
        ? openList
        : await readList(kit).catch((error) => {
            // Without the list there will be no string.
            frameworks.withdraw();
            throw error;
          });
      const optional = kit.categories.ids.filter((id) => !kit.categories.isMandatory(id));
      const granted = optional.filter((id) => states[id] === 'granted');
      const isAll = granted.length === optional.length;
      const category = kit.profile.tcf?.category;
      const before = createSelection(list, await readString());
      const selection = shown ?? createSelection(list, await readString());
      // The framework allows nothing that is refused to the page: by the visitor, or by the signal in spite of a click on
      // everything.
      const isRefused = granted.length === 0 || (method === 'accept' && !isAll);
      if (category ? !granted.includes(category) : isRefused) chooseAll(selection, false);
      // Consent to purposes and vendors comes from a click on all of them, or from the section; an embed that was
      // allowed, or a category that the page turned on, says nothing about them.
      else if (method === 'accept' || (method === 'api' && isAll && !keepsOthers)) chooseAll(selection, true);
      if (isReduced(before, selection)) frameworks.withdraw();
      return toFields(selection, list, layer === 'preferences' ? 2 : 1);
    },
  };
}
