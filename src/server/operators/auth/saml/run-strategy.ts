import { Authenticator as Passport, type Strategy } from 'passport';

/** Result of a passport strategy. */
export type StrategyOutcome<User> =
  | { readonly kind: 'success'; readonly user: User }
  | { readonly kind: 'redirect'; readonly url: string }
  /** `challenge` is the explanation of the strategy. */
  | { readonly kind: 'refused'; readonly challenge: unknown };

/**
 * Creates a function that runs a passport strategy without a framework and without a session, on any request
 * object that the strategy accepts. Rejects with the error of the strategy.
 */
export function createStrategyRunner<Request extends object, User>(
  name: string,
  strategy: Strategy,
): (request: Request) => Promise<StrategyOutcome<User>> {
  const passport = new Passport();
  // By name: passport then creates an object for each run. The strategy itself would pass the result of one
  // request to another.
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
      // A copy, because passport adds functions to the request.
      passport.authenticate(name, { session: false }, ended)({ ...request }, response, reject);
    });
}
