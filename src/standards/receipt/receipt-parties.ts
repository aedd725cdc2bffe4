import type { ControllerFacts, ReceiptFacts } from './receipt-facts';
import { distinct } from './receipt-purpose';
import type { ReceiptParty, ReceiptPurpose } from './receipt-types';

/** Lists the parties that a receipt names: the controller, then all recipients of data. */
export function toParties(
  { controller, recipients }: Pick<ReceiptFacts, 'controller' | 'recipients'>,
  purposes: readonly ReceiptPurpose[],
): ReceiptParty[] {
  const { name, address, contact } = controller;
  const receiving = distinct(purposes.flatMap(({ recipient_third_parties }) => recipient_third_parties));
  const self: ReceiptParty[] =
    name === null ? [] : [party(name, 'PII controller', 'dpv:LegalEntity', { address, contact })];
  return [
    ...self,
    ...receiving.map((recipient) =>
      party(recipient, 'Third party', 'dpv:Recipient', known(recipients, recipient)),
    ),
  ];
}

type Reachable = Pick<ControllerFacts, 'address' | 'contact'>;

function party(
  name: string,
  role: ReceiptParty['party_role'],
  type: ReceiptParty['party_type'],
  { address, contact }: Reachable,
): ReceiptParty {
  return {
    party_id: name,
    party_address: address,
    party_name: name,
    party_role: role,
    party_contact: contact,
    party_type: type,
  };
}

function known(recipients: ReceiptFacts['recipients'], name: string): Reachable {
  return (Object.hasOwn(recipients, name) ? recipients[name] : undefined) ?? { address: null, contact: null };
}

/** Lists the mandatory fields without a value, by their names in the standard. */
export function missingFields(
  { name, storageLocations }: ControllerFacts,
  parties: readonly ReceiptParty[],
  purposes: readonly ReceiptPurpose[],
): string[] {
  const fields = {
    pii_controllers: name === null,
    storage_locations: storageLocations.length === 0,
    retention_period: purposes.some(({ retention_period }) => retention_period === null),
    jurisdiction: purposes.some(({ jurisdiction }) => jurisdiction === null),
    party_address: name === null || parties.some(({ party_address }) => party_address === null),
    party_contact: name === null || parties.some(({ party_contact }) => party_contact === null),
  };
  return Object.entries(fields).flatMap(([field, isMissing]) => (isMissing ? [field] : []));
}
