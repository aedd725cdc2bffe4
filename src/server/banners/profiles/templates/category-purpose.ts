import { type Purpose, purposes } from '#standards/compliance/index';

/**
 * Returns the purpose that most cookies of a category have, else the one that its id names; undefined for another id.
 * @param found the purposes of its cookies
 */
export function purposeOfCategory(id: string, found: readonly Purpose[]): Purpose | undefined {
  const counted = purposes.map((purpose) => ({
    purpose,
    count: found.filter((one) => one === purpose).length,
  }));
  const best = counted.reduce((most, next) => (next.count > most.count ? next : most));
  return best.count > 0 ? best.purpose : purposes.find((one) => one === id);
}
