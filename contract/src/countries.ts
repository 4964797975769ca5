/** The countries of the survey's autocomplete, by their English names. */
export const countries: readonly string[] =
  `Afghanistan,Albania,Algeria,Andorra,Angola,Argentina,Armenia,Australia,Austria,Azerbaijan,Bahrain,Bangladesh,Belarus,Belgium,Bolivia,Bosnia and Herzegovina,Botswana,Brazil,Brunei,Bulgaria,Cambodia,Cameroon,Canada,Chile,China,Colombia,Costa Rica,Croatia,Cuba,Cyprus,Czechia,Denmark,Dominican Republic,Ecuador,Egypt,El Salvador,Estonia,Ethiopia,Finland,France,Georgia,Germany,Ghana,Greece,Guatemala,Honduras,Hong Kong,Hungary,Iceland,India,Indonesia,Iran,Iraq,Ireland,Israel,Italy,Ivory Coast,Jamaica,Japan,Jordan,Kazakhstan,Kenya,Kuwait,Kyrgyzstan,Laos,Latvia,Lebanon,Libya,Lithuania,Luxembourg,Madagascar,Malaysia,Malta,Mauritius,Mexico,Moldova,Monaco,Mongolia,Montenegro,Morocco,Mozambique,Myanmar,Namibia,Nepal,Netherlands,New Zealand,Nicaragua,Nigeria,North Macedonia,Norway,Oman,Pakistan,Palestine,Panama,Paraguay,Peru,Philippines,Poland,Portugal,Puerto Rico,Qatar,Romania,Russia,Rwanda,Saudi Arabia,Senegal,Serbia,Singapore,Slovakia,Slovenia,South Africa,South Korea,Spain,Sri Lanka,Sweden,Switzerland,Taiwan,Tanzania,Thailand,Tunisia,Turkey,Ukraine,United Arab Emirates,United Kingdom,United States,Uruguay,Uzbekistan,Venezuela,Vietnam,Zambia,Zimbabwe`.split(
    ',',
  )

export const countrySuggestions = 5

/** Suggests at most five names that contain the typed text. Matches of the beginning come first. */
export function suggestCountries(typed: string): readonly string[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return []
  const found = countries.filter((country) => fold(country).includes(wanted))
  const rank = (country: string) => (fold(country).startsWith(wanted) ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, countrySuggestions)
}

/** Finds the country of a name, in any case and with or without accents; null when none matches. */
export function countryNamed(typed: string): string | null {
  const wanted = fold(typed.trim())
  return countries.find((country) => fold(country) === wanted) ?? null
}

function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
