import {
  type App,
  type ComputedRef,
  computed,
  defineComponent,
  getCurrentInstance,
  h,
  inject,
  onMounted,
  onUnmounted,
  type ShallowRef,
  shallowRef,
} from 'vue';
import type { CategoryIds, ServiceId } from '#standards/choice/index';
import {
  actions,
  type ConsentActions,
  type ConsentSnapshot,
  getFirstSnapshot,
  getSnapshot,
  isGranted,
  isServiceGranted,
  subscribe,
  undecided,
} from './consent-store';

export type { CategoryIds, ServiceId } from '#standards/choice/index';
export type { ConsentActions, ConsentSnapshot } from './consent-store';

export interface Consent extends ConsentActions {
  readonly states: ComputedRef<ConsentSnapshot['states']>;
  readonly decided: ComputedRef<boolean>;
  /** Returns whether all categories, separated by spaces, are granted. Reactive. */
  isGranted(categories: CategoryIds): boolean;
  /** Returns whether a service is allowed; false for one that visitors do not decide about. Reactive. */
  isServiceGranted(service: ServiceId): boolean;
}

const initialKey = Symbol('express-consent');

/**
 * Gives the app the visitor's choice for server rendering and hydration, as `consent.choice(req)` returns it.
 *
 * @example
 * createSSRApp(Shop).use(consentPlugin, { states, decided });
 */
export const consentPlugin = {
  install(app: App, choice: ConsentSnapshot): void {
    app.provide(initialKey, choice);
  },
};

/**
 * Returns the visitor's consent as reactive values, in the `setup` of a component.
 *
 * @example
 * const { isGranted, open } = useConsent();
 */
export function useConsent(): Consent {
  const initial = inject<ConsentSnapshot | undefined>(initialKey, undefined);
  // Hydration corrects no attributes, so it begins with what the server rendered.
  const isHydrating = getCurrentInstance()?.vnode.el;
  const snapshot: ShallowRef<ConsentSnapshot> = shallowRef(
    isHydrating ? (initial ?? undecided) : getFirstSnapshot(initial),
  );
  const update = () => {
    snapshot.value = getSnapshot(initial);
  };
  let stop = () => {};
  onMounted(() => {
    stop = subscribe(update);
    update();
  });
  onUnmounted(() => stop());
  return {
    ...actions,
    states: computed(() => snapshot.value.states),
    decided: computed(() => snapshot.value.decided),
    isGranted: (categories) => isGranted(snapshot.value, categories),
    isServiceGranted: (service) => isServiceGranted(snapshot.value, service),
  };
}

/**
 * Renders its default slot while all its categories are granted, else the slot `fallback`.
 *
 * @example
 * <Consented category="analytics"><Chart /><template #fallback>No statistics</template></Consented>
 */
export const Consented = defineComponent({
  name: 'Consented',
  props: { category: { type: String, required: true } },
  setup(props, { slots }) {
    const consent = useConsent();
    return () => (consent.isGranted(props.category) ? slots.default?.() : slots.fallback?.());
  },
});

/**
 * Renders a frame of another site, and a placeholder until its categories are granted.
 *
 * @example
 * <ConsentEmbed category="marketing" src="https://video.example/1" title="Film" />
 */
export const ConsentEmbed = defineComponent({
  name: 'ConsentEmbed',
  props: {
    category: { type: String, required: true },
    /** The service in that category that the visitor decides about. */
    service: String,
    src: { type: String, required: true },
    title: { type: String, required: true },
    width: [Number, String],
    height: [Number, String],
  },
  setup: (props) => () => h('svc-embed', props),
});
