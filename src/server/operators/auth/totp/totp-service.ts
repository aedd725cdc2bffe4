import { generate } from 'lean-qr';
import { toPngDataURL } from 'lean-qr/extras/node_export';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Actor, Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError, unauthenticated } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import type { Logger } from '#platform/kernel/logger';
import {
  disableTotp,
  dropPendingTotp,
  enableTotp,
  findTotp,
  lockOwnSession,
  revokeUserSessions,
  spendTotpStep,
  storePendingTotp,
  type TotpState,
} from '../../accounts';
import type { AttemptLimits } from '../attempt-limits';
import type { SecretBox } from '../secret-box';
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp-codes';

// Why: docs/adr/0022-one-time-codes.md

export interface TotpServiceOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly limits: AttemptLimits;
  readonly box: SecretBox;
  /** Name that authenticator apps show next to the e-mail address. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The user who changes their own second factor. */
export interface TotpContext {
  readonly caller: Principal;
  readonly actor: Actor;
}

/** Proves that the caller owns the account. */
type ConfirmChange = () => Promise<unknown>;

export interface TotpSetup {
  readonly secret: string;
  readonly otpauthUrl: string;
  /** A PNG as a data URL. */
  readonly qrCodeUrl: string;
}

/** A valid code, to be spent in the transaction of the action that it allows. */
export interface MatchedCode {
  readonly userId: string;
  readonly secret: string;
  readonly resealed: string;
  readonly step: number;
}

/** A user's second factor: time-based one-time codes (TOTP, RFC 6238). */
export interface TotpService {
  /**
   * Creates a secret, which is used after a code has been verified; until then the old secret stays in use.
   */
  setUp(context: TotpContext): Promise<TotpSetup>;
  /**
   * Enables TOTP with the new app.
   * @param currentCode code from the app in use, if there is one
   * @param confirm proves that the caller owns the account, when there is no such code
   * @throws ServiceError `totp_not_set_up`, `invalid_totp_code`, `rate_limited`; errors of `confirm`
   */
  enable(
    context: TotpContext,
    code: string,
    currentCode: string | undefined,
    confirm: ConfirmChange,
  ): Promise<void>;
  /**
   * Disables TOTP. Changes nothing when it is disabled already.
   * @param confirm proves that the caller owns the account, when there is no code
   * @throws ServiceError `invalid_totp_code`, `rate_limited`; errors of `confirm`
   */
  disable(context: TotpContext, code: string | undefined, confirm: ConfirmChange): Promise<void>;
  /**
   * Spends a code from the app in use, as proof that the caller owns the account.
   * @throws ServiceError `invalid_totp_code`, `rate_limited`
   */
  prove(context: TotpContext, code: string, purpose: string): Promise<void>;
  /**
   * Checks a code against the secret in use. Returns null when it is wrong. A code that matches may have been
   * used before.
   */
  match(totp: TotpState, code: string): Promise<MatchedCode | null>;
  /** Spends a code. Returns false when it has been used before, including by a concurrent request. */
  spend(unit: UnitOfWork, code: MatchedCode): Promise<boolean>;
}

/** Opaque, so that the code can be read on a dark page; each module is four pixels wide. */
const pictureOptions = { on: [0, 0, 0], off: [255, 255, 255], scale: 4 } as const;

export function createTotpService({
  database,
  runUnit,
  limits,
  box,
  issuer,
  clock,
  logger,
}: TotpServiceOptions): TotpService {
  async function readState({ caller }: TotpContext): Promise<TotpState> {
    const state = await database.read((connection) => findTotp(connection, caller.userId));
    if (state === null) throw unauthenticated();
    return state;
  }

  function note(
    unit: UnitOfWork,
    { caller, actor }: TotpContext,
    action: string,
    changes: Readonly<Record<string, unknown>> = {},
  ): void {
    unit.audit({
      tenantId: defaultTenantId,
      action: `user:${action}`,
      resourceType: 'user',
      resourceId: caller.userId,
      actor,
      changes,
    });
  }

  /** @throws ServiceError `unauthenticated` when this session was ended too */
  async function endOtherSessions(unit: UnitOfWork, { caller }: TotpContext): Promise<void> {
    await lockOwnSession(unit, caller.sessionId);
    await revokeUserSessions(unit, caller.userId, clock.now(), caller.sessionId);
  }

  async function read(userId: string, sealed: string): Promise<string | null> {
    const secret = await box.open(sealed, userId);
    if (secret === null)
      logger.error(
        { userId },
        'A TOTP secret cannot be decrypted: it was stored with another auth.masterSecret. See docs/guide/troubleshooting.md#changed-secret',
      );
    return secret;
  }

  /**
   * Runs an attempt with a code. `prepare` checks the code and returns the action that it allows, or null.
   * The action returns whether it was done. A wrong code stays counted as a failure.
   */
  async function withCode(
    context: TotpContext,
    purpose: string,
    prepare: () => Promise<((unit: UnitOfWork) => Promise<boolean>) | null>,
  ): Promise<void> {
    const reservation = await limits.reserveCode(context.caller.userId, (unit) =>
      note(unit, context, 'totpRefused', { purpose, reason: 'locked' }),
    );
    const work = await limits.orRelease([reservation], prepare);
    const finish = async (unit: UnitOfWork) => {
      if (work !== null && (await work(unit))) {
        await limits.giveBack(unit, reservation);
        return true;
      }
      await limits.fail(unit, reservation);
      note(unit, context, 'totpRefused', { purpose, reason: 'wrong_code' });
      return false;
    };
    const done = await limits.orRelease(work === null ? [] : [reservation], () => runUnit(finish));
    if (!done) throw new ServiceError('invalid_totp_code');
  }

  async function match({ userId, secret: sealed }: TotpState, code: string): Promise<MatchedCode | null> {
    const secret = sealed === null ? null : await read(userId, sealed);
    const step = secret === null ? null : stepOfCode(secret, code, clock.now());
    if (sealed === null || secret === null || step === null) return null;
    return {
      userId,
      secret: sealed,
      resealed: box.isCurrent(sealed) ? sealed : await box.seal(secret, userId),
      step,
    };
  }

  const spend = (unit: UnitOfWork, { userId, secret, step, resealed }: MatchedCode) =>
    spendTotpStep(unit, userId, secret, step, resealed);

  return {
    async setUp(context) {
      const { userId } = await readState(context);
      const secret = newTotpSecret();
      const sealed = await box.seal(secret, userId);
      await runUnit(async (unit) => {
        await storePendingTotp(unit, userId, sealed);
        note(unit, context, 'totpSetUp');
      });
      const url = otpauthUrl(secret, issuer, context.caller.email);
      return { secret, otpauthUrl: url, qrCodeUrl: toPngDataURL(generate(url), pictureOptions) };
    },

    async enable(context, code, currentCode, confirm) {
      const state = await readState(context);
      const { userId, pendingSecret: pending } = state;
      if (pending === null) throw new ServiceError('totp_not_set_up');
      // An attacker with a stolen session must not be able to replace the user's app with their own.
      const replacing = state.enabled ? currentCode : undefined;
      if (replacing === undefined) await confirm();
      await withCode(context, 'verify', async () => {
        const secret = await read(userId, pending);
        const step = secret === null ? null : stepOfCode(secret, code, clock.now());
        const current = replacing === undefined ? null : await match(state, replacing);
        if (step === null || (replacing !== undefined && current === null)) return null;
        return async (unit) => {
          if (current !== null && !(await spend(unit, current))) return false;
          if (
            !(await enableTotp(
              unit,
              { userId, pendingSecret: pending, replaces: state.secret, step },
              clock.now(),
            ))
          )
            return false;
          await endOtherSessions(unit, context);
          note(unit, context, 'totpEnabled', { replaced: state.enabled });
          return true;
        };
      });
    },

    async disable(context, code, confirm) {
      const state = await readState(context);
      if (!state.enabled) {
        await database.transaction((connection) => dropPendingTotp(connection, state.userId));
        return;
      }
      const turnOff = async (unit: UnitOfWork) => {
        if (!(await disableTotp(unit, state.userId, clock.now()))) throw unauthenticated();
        await endOtherSessions(unit, context);
        note(unit, context, 'totpDisabled');
      };
      if (code === undefined) {
        await confirm();
        return runUnit(turnOff);
      }
      await withCode(context, 'disable', async () => {
        const matched = await match(state, code);
        if (matched === null) return null;
        return async (unit) => {
          if (!(await spend(unit, matched))) return false;
          await turnOff(unit);
          return true;
        };
      });
    },

    async prove(context, code, purpose) {
      const state = await readState(context);
      await withCode(context, purpose, async () => {
        const matched = state.enabled ? await match(state, code) : null;
        return matched === null ? null : (unit) => spend(unit, matched);
      });
    },

    match,
    spend,
  };
}
