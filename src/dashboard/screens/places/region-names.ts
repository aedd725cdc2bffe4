/** Names of regions, which browsers do not know, by the part of ISO 3166-2 after the dash. */
const names: Readonly<Record<string, string>> = {
  US: 'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  CA: 'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NT Northwest Territories,NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Québec,SK Saskatchewan,YT Yukon',
};

const regions = new Map(
  Object.entries(names).map(([country, list]) => [
    country,
    new Map(list.split(',').map((entry) => [entry.slice(0, 2), entry.slice(3)])),
  ]),
);

/** Returns the codes of all regions of a country that have names here. */
export const regionCodes = (country: string): readonly string[] => [...(regions.get(country)?.keys() ?? [])];

export const regionName = (country: string, region: string): string =>
  regions.get(country)?.get(region) ?? `${country}-${region}`;
