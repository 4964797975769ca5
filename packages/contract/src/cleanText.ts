/*
 * What a person pastes or types, as it is meant. The field, the call, the import, the search of staff
 * and the command line clean by this one function, so that none refuses what another takes.
 */

/** What a text is: it decides which of its characters mean nothing. */
export type KindOfText =
  /** A username: Latin letters and digits. */
  | 'name'
  | 'address'
  /** A username or an address. */
  | 'login'
  /** What staff look for: an address, an id, or a name of any script. */
  | 'search'
  /** A code of digits alone. */
  | 'digits'
  /** A code of letters and digits, in groups or without. */
  | 'code'
  /** An access key. */
  | 'key'
  /** A date. */
  | 'date'
  /** Free text: a person's name, a reason. */
  | 'line'
  | 'lines'

/** No field takes as much: its rule refuses it, without the work of cleaning. */
const longest = 2000

/** Characters that show nothing by themselves (Unicode: Default_Ignorable_Code_Point), annotations, and the place of a pasted picture. */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]/gu
const joiner = /^[\u200C\u200D]$/
const variation = /^[\uFE00-\uFE0F\u180B-\u180D]$/
/** Letters that joiners and variations shape; to Latin ones they do nothing. */
const shaped = /[\p{L}\p{M}]$/u
const latin = /\p{Script=Latin}$/u
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u
const blanks = /[\p{Zs}\t\u0085\u2800]/gu
/** The same and ends of lines, where a text has no room for any. */
const gaps = /[\s\u0085\u2800]/g
/** The minus and the mark of long vowels stand for dashes where only dashes are meant. */
const dashes = /[\p{Pd}\u2212\u02D7]/gu
/** Letters and signs in the other width. */
const otherWidth = /[\uFF01-\uFFEE\u3000]+/g

const cleaners: Readonly<Record<KindOfText, (typed: string) => string>> = {
  name: nameIn,
  address: addressIn,
  login: (typed) => (hasAddress(typed) ? addressIn(typed) : nameIn(typed)),
  search(typed) {
    const text = lineIn(typed)
    if (hasAddress(text)) return addressIn(text)
    const usual = withDigits(inUsualWidth(text))
    return /^(?:id=)?\d+$/.test(usual) ? usual : text
  },
  digits: (typed) => grouped(typed).replaceAll('-', ''),
  // Its groups stay: a person compares them with a list.
  code: (typed) => grouped(typed).toUpperCase(),
  key(typed) {
    const plain = grouped(typed)
    const bare = plain.replaceAll('-', '')
    // Our own keys are hexadecimal; others may be of any letters.
    return /^[\da-f]{32}$/i.test(bare) ? bare.toLowerCase() : plain
  },
  date: grouped,
  line: lineIn,
  lines: (typed) => withoutUnseen(typed, true).trim(),
}

/**
 * A text as it is meant, by its kind: without characters that cannot be seen, and with its blanks, dashes,
 * digits, width, capitals and wrappings as the kind has them. Never refuses: what stays odd is refused by
 * the rule of its field. The clean text of a clean text is itself.
 */
export function cleanText(kind: KindOfText, typed: string): string {
  return typed.length > longest ? typed : cleaners[kind](typed)
}

/**
 * Takes out of a text that is being typed what its kind can never have. What the next letter may give a
 * meaning stays: a joiner, a blank, a dash.
 */
export function cleanWhileTyped(kind: KindOfText, typed: string): string {
  if (kind === 'digits' || kind === 'date') return cleanText(kind, typed)
  return typed.replaceAll(unseen, (sign) => (joiner.test(sign) || variation.test(sign) ? sign : ''))
}

/**
 * A text without what cannot be seen. Joiners stay between letters whose shape they decide; in free text
 * also those of pictures, and signs that choose between two shapes.
 */
export function withoutUnseen(text: string, isFree = false): string {
  return text.replaceAll(unseen, (sign, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at)
    if (isFree && variation.test(sign)) return /[^\s]$/u.test(before) ? sign : ''
    if (!joiner.test(sign)) return ''
    const [after = ''] = text.slice(at + sign.length, at + sign.length + 2)
    const isBetween = (kind: RegExp) => kind.test(before) && kind.test(after)
    const joins = isBetween(shaped) && !latin.test(before) && !latin.test(after)
    return joins || (isFree && isBetween(picture)) ? sign : ''
  })
}

/**
 * The domain of an address in ASCII, as mail and browsers know it (UTS 46); null for one that is none.
 * A joiner stays where the letters around it allow one.
 */
export function asciiDomain(domain: string): string | null {
  // The parser would stop at a slash, and read a port or an escape.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain.replaceAll(/[\u200C\u200D]/g, ''))) return null
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : null
}

/** True for a text that is an address, with what may stand around it. */
function hasAddress(typed: string): boolean {
  return inUsualWidth(typed).includes('@') || /^[\s<]*mailto:/i.test(typed)
}

function nameIn(typed: string): string {
  const seen = typed.replaceAll(unseen, '').normalize('NFKC')
  return withDigits(seen).replaceAll(blanks, ' ').replaceAll(dashes, '-').trim()
}

/** `"Player One" <p@example.com>`, `mailto:p@example.com?subject=…`, `p@example.com.` */
function addressIn(typed: string): string {
  const usual = inUsualWidth(withoutUnseen(typed))
    .replaceAll(blanks, ' ')
    .replaceAll(dashes, '-')
    .replaceAll('\u3002', '.')
    .normalize('NFC')
  const bare = withoutEnds(withoutName(usual))
  if (!/^mailto:/i.test(bare)) return bare
  const [address = ''] = bare.slice('mailto:'.length).split('?', 1)
  return withoutEnds(decoded(address))
}

/** Without the name before an address in brackets, or the one behind it, which is its comment (RFC 5322). */
function withoutName(text: string): string {
  const end = text.lastIndexOf('>')
  const inBrackets = text.slice(text.lastIndexOf('<', end) + 1, Math.max(0, end))
  if (inBrackets.includes('@')) return inBrackets
  const trimmed = text.trim()
  const before = trimmed.slice(0, Math.max(0, trimmed.lastIndexOf(' ('))).trim()
  const isComment = trimmed.endsWith(')') && before.includes('@') && !before.includes(' ')
  return isComment ? before : text
}

const ends = new Set(' \r\n.,;:!')
/** What opens a quotation, and what closes it. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‘': '’',
  '‚': '‘’',
  '「': '」',
  '『': '』',
  '(': ')',
  '[': ']',
}

/** Without quotes around it, and the signs that end a sentence or stand between two addresses. */
function withoutEnds(text: string): string {
  let [from, to] = [0, text.length]
  for (;;) {
    const before = to - from
    while (/\s/.test(text[from] ?? '')) from += 1
    while (to > from && ends.has(text[to - 1] ?? '')) to -= 1
    const isQuoted =
      to - from > 1 && quotes[text[from] ?? '']?.includes(text[to - 1] ?? '') === true
    if (isQuoted && text.slice(from, to).includes('@')) [from, to] = [from + 1, to - 1]
    if (to - from === before) return text.slice(from, to)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function lineIn(typed: string): string {
  return withoutUnseen(typed, true).replaceAll(blanks, ' ').trim()
}

/** Without blanks, and with one kind of dash. */
function grouped(typed: string): string {
  return withDigits(withoutUnseen(typed).normalize('NFKC'))
    .replaceAll(dashes, '-')
    .replaceAll('\u30FC', '-')
    .replaceAll(gaps, '')
}

function inUsualWidth(text: string): string {
  return text.replaceAll(otherWidth, (signs) => signs.normalize('NFKC'))
}

/** Digits of every script as ASCII, by their value: Unicode has them in rows from 0 to 9. */
function withDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let first = point
    while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1
    return String((point - first) % 10)
  })
}
