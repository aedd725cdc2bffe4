import { foldText } from './phrases';

/** The fields of a parameter that describe its provider. */
export interface Provided {
  readonly purpose: string;
  readonly provider?: string | null | undefined;
  readonly firstParty?: boolean | undefined;
  readonly serviceProvider?: boolean | undefined;
}

/**
 * Returns whether a parameter's data leaves the site: its provider is neither the site nor the controller.
 */
export function leavesSite({ provider, firstParty = false }: Provided, controller: string): boolean {
  const name = foldText(provider?.trim() ?? '');
  return !firstParty && name !== '' && name !== foldText(controller.trim());
}

/** Returns whether a parameter's data goes to a party that may use it for its own purposes. */
export function goesToThirdParty(parameter: Provided, controller: string): boolean {
  return leavesSite(parameter, controller) && parameter.serviceProvider !== true;
}

/** Lists the third parties that receive data of optional parameters, each once, folded. */
export function listPartners(parameters: Iterable<Provided>, controller: string): string[] {
  const received = [...parameters].filter(
    (parameter) => parameter.purpose !== 'necessary' && goesToThirdParty(parameter, controller),
  );
  return [...new Set(received.map(({ provider }) => foldText(provider?.trim() ?? '')))];
}
