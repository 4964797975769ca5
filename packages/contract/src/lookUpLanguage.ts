import { isLanguage, type Language, type Offer } from './languages.ts'

/** Written in the shape of RFC 4647 too, but of readers that the lookup alone would not find. */
const aliases: readonly (readonly [range: RegExp, language: Language | null])[] = [
  [/^pt(-|$)/, 'pt-BR'],
  // Traditional characters are another script: the reader's next wish counts.
  [/^zh-(hant|tw|hk|mo)(-|$)/, null],
  [/^zh(-|$)/, 'zh-Hans'],
]

/**
 * The first of a reader's wishes that is offered, by the lookup of RFC 4647: `fr-CA` matches `fr`.
 * Null without a match; underscores are read as hyphens, and wishes
 * that are no language tags are ignored.
 */
export function lookUpLanguage(
  wanted: readonly string[],
  { languages: offered }: Offer,
): Language | null {
  for (const wish of wanted) {
    const language = languageOf(wish)
    if (language !== null && offered.includes(language)) return language
  }
  return null
}

function languageOf(wish: string): Language | null {
  // Java and WordPress write `fr_FR`, POSIX `fr_FR.UTF-8`, Java for a script `zh_TW_#Hant`.
  const [given = ''] = wish.trim().toLowerCase().split(/[.@]/, 1)
  const tag = given.replaceAll(/[_-]+#?/g, '-')
  if (tag.length > longestTag) return null
  const alias = aliases.find(([range]) => range.test(tag))
  if (alias) return alias[1]
  const [primary] = tag.split('-')
  return isLanguage(primary) ? primary : null
}

/** RFC 5646 gives 35 characters as enough for every tag in use. */
const longestTag = 35
