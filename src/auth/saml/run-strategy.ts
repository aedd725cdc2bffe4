import { Authenticator as Passport, type Strategy } from 'passport';

/** How a passport strategy ended. */
export type StrategyOutcome<User> =
  | { readonly kind: 'success'; readonly user: User }
  | { readonly kind: 'redirect'; readonly url: string }
  /** `challenge` is what the strategy says of it. */
  | { readonly kind: 'refused'; readonly challenge: unknown };

/**
 * Lets a passport strategy run without a framework and without a session: its request is whatever it
 * understands. Rejects with what the strategy calls an error.
 */
export function createStrategyRunner<Request extends object, User>(
  name: string,
  strategy: Strategy,
): (request: Request) => Promise<StrategyOutcome<User>> {
  const passport = new Passport();
  // By name: passport then makes an object of its own for each run. The strategy itself would carry one
  // request's ending into another's.
  passport.use(name, strategy);
  return (request) =>
    new Promise((resolve, reject) => {
      let url = '';
      const response = {
        setHeader: (header: string, value: string) => {
          if (header.toLowerCase() === 'location') url = value;
        },
        end: () => resolve({ kind: 'redirect', url }),
      };
      const ended = (error: unknown, user?: User | false | null, challenge?: unknown) => {
        if (error) reject(error);
        else resolve(user ? { kind: 'success', user } : { kind: 'refused', challenge });
      };
      // Passport puts functions of its own on the request that it is given.
      passport.authenticate(name, { session: false }, ended)({ ...request }, response, reject);
    });
}
