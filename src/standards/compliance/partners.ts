import { foldText } from './phrases';

/** What a parameter says of the party that provides it. */
export interface Provided {
  readonly purpose: string;
  readonly provider?: string | undefined;
  readonly firstParty?: boolean | undefined;
  readonly serviceProvider?: boolean | undefined;
}

/** Whether a parameter's data leaves the site: its provider is neither the site nor the controller. */
export function leavesSite({ provider = '', firstParty = false }: Provided, controller: string): boolean {
  return !firstParty && provider.trim() !== '' && foldText(provider.trim()) !== foldText(controller.trim());
}

/** Whether a parameter's data goes to somebody who may use it for purposes of their own. */
export function goesToThirdParty(parameter: Provided, controller: string): boolean {
  return leavesSite(parameter, controller) && parameter.serviceProvider !== true;
}

/** Lists the third parties that receive data of optional parameters, each once, folded. */
export function partnersOf(parameters: Iterable<Provided>, controller: string): string[] {
  const received = [...parameters].filter(
    (parameter) => parameter.purpose !== 'necessary' && goesToThirdParty(parameter, controller),
  );
  return [...new Set(received.map(({ provider = '' }) => foldText(provider.trim())))];
}
