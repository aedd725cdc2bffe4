import { foldText } from './phrases';

/** The fields of a parameter that describe its provider. */
export interface Provided {
  readonly purpose: string;
  readonly provider?: string | null | undefined;
  readonly firstParty?: boolean | undefined;
  readonly serviceProvider?: boolean | undefined;
}

/** Returns the form in which names of companies are compared. */
export function foldName(name: string | null | undefined): string {
  return foldText(name?.trim() ?? '');
}

/**
 * Returns whether a parameter's data leaves the site: its provider is neither the site nor the controller.
 * @param foldedController the name of the controller from `foldName`, which is the same for thousands of parameters
 */
export function leavesSite({ provider, firstParty = false }: Provided, foldedController: string): boolean {
  const name = foldName(provider);
  return !firstParty && name !== '' && name !== foldedController;
}

/** Returns whether a parameter's data goes to a party that may use it for its own purposes. */
export function goesToThirdParty(parameter: Provided, foldedController: string): boolean {
  return leavesSite(parameter, foldedController) && parameter.serviceProvider !== true;
}

/** Lists the third parties that receive data of optional parameters, each once, folded. */
export function listPartners(parameters: Iterable<Provided>, foldedController: string): string[] {
  const received = [...parameters].filter(
    (parameter) => parameter.purpose !== 'necessary' && goesToThirdParty(parameter, foldedController),
  );
  return [...new Set(received.map(({ provider }) => foldName(provider)))];
}
