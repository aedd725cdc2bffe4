/**
 * How sure a match of the cookie catalogue is. `name`: the cookie has exactly this name; `pattern`: its name begins or ends as that of the entry;
 * `domain`: the host belongs to the only cookie of this company; `company`: only the company is known.
 */
export const certainties = ['name', 'pattern', 'domain', 'company'] as const;
