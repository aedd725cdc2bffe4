import { useCallback } from 'react';
import { defineWords, useWords } from '../../words';

/** English names of regions, which browsers do not know, by the part of ISO 3166-2 after the dash. */
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

/** Names that differ from the English ones, by ISO 3166-2. */
const translated = defineWords<Readonly<Record<string, string>>>({
  en: {},
  de: {
    'US-CA': 'Kalifornien',
    'CA-NL': 'Neufundland und Labrador',
    'CA-NT': 'Nordwest-Territorien',
    'CA-PE': 'Prinz-Edward-Insel',
  },
  fr: {
    'US-CA': 'Californie',
    'US-DC': 'District de Columbia',
    'US-FL': 'Floride',
    'US-GA': 'Géorgie',
    'US-HI': 'Hawaï',
    'US-LA': 'Louisiane',
    'US-NC': 'Caroline du Nord',
    'US-ND': 'Dakota du Nord',
    'US-NM': 'Nouveau-Mexique',
    'US-PA': 'Pennsylvanie',
    'US-SC': 'Caroline du Sud',
    'US-SD': 'Dakota du Sud',
    'US-VA': 'Virginie',
    'US-WV': 'Virginie-Occidentale',
    'CA-BC': 'Colombie-Britannique',
    'CA-NB': 'Nouveau-Brunswick',
    'CA-NL': 'Terre-Neuve-et-Labrador',
    'CA-NS': 'Nouvelle-Écosse',
    'CA-NT': 'Territoires du Nord-Ouest',
    'CA-PE': 'Île-du-Prince-Édouard',
  },
  es: {
    'US-DC': 'Distrito de Columbia',
    'US-HI': 'Hawái',
    'US-LA': 'Luisiana',
    'US-MO': 'Misuri',
    'US-MS': 'Misisipi',
    'US-NC': 'Carolina del Norte',
    'US-ND': 'Dakota del Norte',
    'US-NH': 'Nuevo Hampshire',
    'US-NJ': 'Nueva Jersey',
    'US-NM': 'Nuevo México',
    'US-NY': 'Nueva York',
    'US-OR': 'Oregón',
    'US-PA': 'Pensilvania',
    'US-SC': 'Carolina del Sur',
    'US-SD': 'Dakota del Sur',
    'US-WV': 'Virginia Occidental',
    'CA-BC': 'Columbia Británica',
    'CA-NB': 'Nuevo Brunswick',
    'CA-NL': 'Terranova y Labrador',
    'CA-NS': 'Nueva Escocia',
    'CA-NT': 'Territorios del Noroeste',
    'CA-PE': 'Isla del Príncipe Eduardo',
    'CA-QC': 'Quebec',
    'CA-YT': 'Yukón',
  },
});

/** Returns a function that names a region of a country in the language of the dashboard. */
export function useRegionName(): (country: string, region: string) => string {
  const own = useWords(translated);
  return useCallback(
    (country, region) => {
      const code = `${country}-${region}`;
      return own[code] ?? regions.get(country)?.get(region) ?? code;
    },
    [own],
  );
}
