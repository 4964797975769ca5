/** The countries of the survey's autocomplete: the code of ISO 3166-1 and the English name, which travels. */
const list =
  'AF Afghanistan,AL Albania,DZ Algeria,AD Andorra,AO Angola,AR Argentina,AM Armenia,AU Australia,AT Austria,AZ Azerbaijan,BH Bahrain,BD Bangladesh,BY Belarus,BE Belgium,BO Bolivia,BA Bosnia and Herzegovina,BW Botswana,BR Brazil,BN Brunei,BG Bulgaria,KH Cambodia,CM Cameroon,CA Canada,CL Chile,CN China,CO Colombia,CR Costa Rica,HR Croatia,CU Cuba,CY Cyprus,CZ Czechia,DK Denmark,DO Dominican Republic,EC Ecuador,EG Egypt,SV El Salvador,EE Estonia,ET Ethiopia,FI Finland,FR France,GE Georgia,DE Germany,GH Ghana,GR Greece,GT Guatemala,HN Honduras,HK Hong Kong,HU Hungary,IS Iceland,IN India,ID Indonesia,IR Iran,IQ Iraq,IE Ireland,IL Israel,IT Italy,CI Ivory Coast,JM Jamaica,JP Japan,JO Jordan,KZ Kazakhstan,KE Kenya,KW Kuwait,KG Kyrgyzstan,LA Laos,LV Latvia,LB Lebanon,LY Libya,LT Lithuania,LU Luxembourg,MG Madagascar,MY Malaysia,MT Malta,MU Mauritius,MX Mexico,MD Moldova,MC Monaco,MN Mongolia,ME Montenegro,MA Morocco,MZ Mozambique,MM Myanmar,NA Namibia,NP Nepal,NL Netherlands,NZ New Zealand,NI Nicaragua,NG Nigeria,MK North Macedonia,NO Norway,OM Oman,PK Pakistan,PS Palestine,PA Panama,PY Paraguay,PE Peru,PH Philippines,PL Poland,PT Portugal,PR Puerto Rico,QA Qatar,RO Romania,RU Russia,RW Rwanda,SA Saudi Arabia,SN Senegal,RS Serbia,SG Singapore,SK Slovakia,SI Slovenia,ZA South Africa,KR South Korea,ES Spain,LK Sri Lanka,SE Sweden,CH Switzerland,TW Taiwan,TZ Tanzania,TH Thailand,TN Tunisia,TR Turkey,UA Ukraine,AE United Arab Emirates,GB United Kingdom,US United States,UY Uruguay,UZ Uzbekistan,VE Venezuela,VN Vietnam,ZM Zambia,ZW Zimbabwe'

interface Country {
  readonly code: string
  /** The English name, as the wire has it. */
  readonly name: string
}

const rows: readonly Country[] = list
  .split(',')
  .map((row) => ({ code: row.slice(0, 2), name: row.slice(3) }))

export const countries: readonly string[] = rows.map(({ name }) => name)

export const countrySuggestions = 5

interface Shown extends Country {
  /** The country's name in the language. */
  readonly shown: string
}

/** The countries as a language calls and sorts them; English keeps the specification's spelling. */
function countriesIn(language: string): readonly Shown[] {
  const known = lists.get(language)
  if (known !== undefined) return known
  const found = readCountriesIn(language)
  lists.set(language, found)
  return found
}

/** Made once a language: a suggestion is asked for at every key. */
const lists = new Map<string, readonly Shown[]>()

function readCountriesIn(language: string): readonly Shown[] {
  if (language === 'en') return rows.map((row) => ({ ...row, shown: row.name }))
  const names = new Intl.DisplayNames(language, { type: 'region', style: 'short' })
  const { compare } = new Intl.Collator(language)
  return rows
    .map((row) => ({ ...row, shown: names.of(row.code) ?? row.name }))
    .toSorted((one, other) => compare(one.shown, other.shown))
}

/**
 * Suggests at most five countries whose name has the typed text in it, in the language or in English,
 * by their names in the language. Matches of the beginning come first.
 */
export function suggestCountries(typed: string, language = 'en'): readonly string[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return []
  const names = ({ shown, name }: Shown) => [fold(shown), fold(name)]
  const found = countriesIn(language).filter((country) =>
    names(country).some((name) => name.includes(wanted)),
  )
  const rank = (country: Shown) => (names(country).some((name) => name.startsWith(wanted)) ? 0 : 1)
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, countrySuggestions)
    .map(({ shown }) => shown)
}

/**
 * Finds the English name of a country by its name in English or in a language, in any case and with or
 * without accents; null when none matches.
 */
export function countryNamed(typed: string, language = 'en'): string | null {
  const wanted = fold(typed.trim())
  const found = countriesIn(language).find(
    ({ shown, name }) => fold(name) === wanted || fold(shown) === wanted,
  )
  return found?.name ?? null
}

/** The name in a language of a country by its English name; another text stays as it is. */
export function countryIn(name: string, language: string): string {
  return countriesIn(language).find((country) => country.name === name)?.shown ?? name
}

/** Without marks, among them the hamza on a letter, in one case; tatweel only stretches a word. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('\u0671', '\u0627')
    .toLowerCase()
}
