import type { GpcMode } from '../compliance';

// Why: docs/adr/0018-what-gpc-leaves-of-a-decision.md

type ConsentState = 'granted' | 'denied' | 'objected';

/** The signal, and the profile under which a decision was made. */
export interface GpcSituation {
  readonly gpcMode: GpcMode;
  /**
   * Categories that contain a parameter with `listenGpc: true`; mandatory categories are never among them.
   */
  readonly listening: readonly string[];
  /** Whether the browser sent the signal when the visitor decided. */
  readonly decidedWithSignal: boolean;
  /** Whether the browser sends the signal now. */
  readonly signalNow: boolean;
  /**
   * Whether the visitor was informed of the conflict with the signal and confirmed by a separate click, not
   * by one that accepts everything.
   */
  readonly override: boolean;
}

/**
 * Returns the effective consent of a decision after Global Privacy Control, by category.
 *
 * The map of a decision does not distinguish an accept-all click from the same choices made one by one, and
 * it lists categories, not parameters. So a category is denied as a whole when one of its parameters listens,
 * and only `override` shows that a choice was made separately:
 *
 * - No signal, then or now, or mode `ignore`: what was decided.
 * - A signal: a listening category of which the decision says nothing is `denied`. One that it grants stays
 *   granted when the browser sent the signal when the visitor decided (mode `honor`), and under `strict` only
 *   with `override` too; a signal that came after the decision denies it in both. `denied` and `objected`
 *   always stay.
 *
 * Sources: W3C Global Privacy Control; California Code of Regulations, title 11, § 7025(c): the signal is a
 * valid request to opt out also where it conflicts with an earlier setting, until the visitor, notified of
 * the conflict, consents; its absence later is not consent.
 */
export function effectiveConsent(
  consentJson: Readonly<Record<string, ConsentState>>,
  { gpcMode, listening, decidedWithSignal, signalNow, override }: GpcSituation,
): Record<string, ConsentState> {
  if (!decidedWithSignal && !signalNow) return { ...consentJson };
  const isDenied = readSignal({ gpcMode, gpcDetected: decidedWithSignal, gpcOverride: override }, signalNow);
  const denied = listening.filter((id) =>
    isDenied(Object.hasOwn(consentJson, id) ? consentJson[id] : undefined),
  );
  return { ...consentJson, ...Object.fromEntries(denied.map((id) => [id, 'denied' as const])) };
}

/** The facts of a decision that the signal meets, as a choice names them. */
interface DecidedWithSignal {
  readonly gpcMode: GpcMode;
  readonly gpcDetected: boolean;
  readonly gpcOverride: boolean;
}

/**
 * Returns whether the signal denies a listening category, by what was decided about it. See
 * `effectiveConsent`.
 */
export function readSignal(
  { gpcMode, gpcDetected, gpcOverride }: DecidedWithSignal,
  signalNow: boolean,
): (decided: ConsentState | null | undefined) => boolean {
  const applies = gpcMode !== 'ignore' && (gpcDetected || signalNow);
  const grantsStand = gpcDetected && (gpcMode === 'honor' || gpcOverride);
  return (decided) => applies && (!decided || (decided === 'granted' && !grantsStand));
}

/**
 * Returns whether a `Sec-GPC` header carries the Global Privacy Control signal: only the exact value `1` is
 * valid, also among several values (W3C Global Privacy Control, "The Sec-GPC Header Field for HTTP
 * Requests").
 */
export function hasGpcSignal(header: string | readonly string[] | undefined): boolean {
  const lines = typeof header === 'string' ? [header] : (header ?? []);
  return lines.some((line) => line.split(',').some((value) => /^[ \t]*1[ \t]*$/.test(value)));
}
