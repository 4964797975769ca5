import { expect, test } from 'vitest'
import { cleanText, cleanWhileTyped, type KindOfText } from './cleanText.ts'
import { emailError } from './fields.ts'

const address = 'player@example.com'

test.each<readonly [KindOfText, string, string]>([
  // What cannot be seen.
  ...[
    '\u200B',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u202E',
    '\u2066',
    '\u061C',
    '\u{E0041}',
    '\u3164',
    '\u034F',
    '\uFFFC',
  ].flatMap(
    (sign) =>
      [
        ['name', `Pla${sign}yer${sign}`, 'Player'],
        ['address', `${sign}player@exam${sign}ple.com${sign}`, address],
        ['login', `player@example.com${sign}`, address],
        ['search', `${sign}Player`, 'Player'],
        ['digits', `123${sign}456`, '123456'],
        ['code', `abcd${sign}-efgh`, 'ABCD-EFGH'],
        ['key', `FREE-KEY${sign}-0001`, 'FREE-KEY-0001'],
        ['date', `2000-01${sign}-02`, '2000-01-02'],
        ['line', `Zo${sign}ë`, 'Zoë'],
        ['lines', `a\nb${sign}`, 'a\nb'],
      ] as const,
  ),
  // Blanks.
  ...[' ', '\u00A0', '\u3000', '\u2009', '\u202F', '\t', '\u2800'].flatMap(
    (blank) =>
      [
        ['name', `${blank}Player${blank}`, 'Player'],
        ['address', `${blank}${address}${blank}`, address],
        ['digits', `733${blank}226`, '733226'],
        ['code', `ab${blank}cd`, 'ABCD'],
        ['key', `${blank}FREE-KEY-0001 `, 'FREE-KEY-0001'],
        ['date', `${blank}2000-01-02${blank}`, '2000-01-02'],
        ['line', `${blank}Ada${blank}Lovelace`, 'Ada Lovelace'],
      ] as const,
  ),
  // Dashes.
  ...['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\uFF0D', '\u30FC'].flatMap(
    (dash) =>
      [
        ['digits', `733${dash}226`, '733226'],
        ['code', `ab${dash}cd`, 'AB-CD'],
        ['date', `2000${dash}01${dash}02`, '2000-01-02'],
      ] as const,
  ),
  ['key', 'FREE\u2013KEY\u20110001', 'FREE-KEY-0001'],
  ['address', 'first\u2011last@my\u2010site.test', 'first-last@my-site.test'],
  // Digits and width.
  ...['１８８３６８', '١٨٨٣٦٨', '۱۸۸۳۶۸', '१८८३६८', '๑๘๘๓๖๘', '𝟏𝟖𝟖𝟑𝟔𝟖', '𞥑𞥘𞥘𞥓𞥖𞥘'].flatMap(
    (digits) =>
      [
        ['digits', digits, '188368'],
        ['code', `a${digits}`, 'A188368'],
        ['name', `a${digits}`, 'a188368'],
        ['search', digits, '188368'],
      ] as const,
  ),
  ['date', '２０００－０１－０２', '2000-01-02'],
  ['date', '٢٠٠٠-٠١-٠٢', '2000-01-02'],
  ['name', 'Ｐｌａｙｅｒ', 'Player'],
  ['address', 'ｐｌａｙｅｒ＠ｅｘａｍｐｌｅ．ｃｏｍ', address],
  ['address', 'player@example。com', address],
  ['login', 'ｐｌａｙｅｒ＠example.com', address],
  ['key', 'ＦＲＥＥ-KEY-０００１', 'FREE-KEY-0001'],
  ['key', '0123-4567-89AB-CDEF-0123-4567-89AB-CDEF', '0123456789abcdef0123456789abcdef'],
  ['code', 'k7m4-9qtx-2a', 'K7M4-9QTX-2A'],
  // What stands around an address.
  ...[
    `mailto:${address}`,
    `MAILTO:${address}?subject=Hello`,
    'mailto:player%40example.com',
    `<${address}>`,
    `Player One <${address}>`,
    `"Player One" <${address}>`,
    `"Player, One" <mailto:${address}>;`,
    `"p@other.test" <${address}>`,
    `${address} (Player One)`,
    `${address}.`,
    `${address},`,
    `${address};`,
    `"${address}"`,
    `'${address}'`,
    `“${address}”`,
    `「${address}」`,
    `(${address}).`,
  ].flatMap(
    (text) =>
      [
        ['address', text, address],
        ['login', text, address],
        ['search', text, address],
      ] as const,
  ),
  ['address', "o'neil@example.com", "o'neil@example.com"],
  ['address', '"a b"@example.com', '"a b"@example.com'],
  ['address', 'Jo\u0308rg@example.com', 'Jörg@example.com'],
  // Joiners between letters of scripts that they shape, and pictures.
  ['line', 'نامه\u200Cای', 'نامه\u200Cای'],
  ['line', 'क्\u200Dष', 'क्\u200Dष'],
  ['line', '\u200Cक\u200D', 'क'],
  ['line', 'Za\u200Dë', 'Zaë'],
  ['line', '👨\u200D👩\u200D👧 ❤\uFE0F', '👨\u200D👩\u200D👧 ❤\uFE0F'],
  ['address', 'क्\u200Dष@डाटामेल.भारत', 'क्\u200Dष@डाटामेल.भारत'],
  ['search', 'ｐｌａｙｅｒ one', 'ｐｌａｙｅｒ one'],
  ['search', 'id=１２', 'id=12'],
])('as %s, %j is %j, and stays so', (kind, typed, clean) => {
  expect(cleanText(kind, typed)).toBe(clean)
  expect(cleanText(kind, clean)).toBe(clean)
})

const inEverySystem = Intl.supportedValuesOf('numberingSystem')
  .map((system) =>
    new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210),
  )
  .filter((digits) => /^\p{Nd}+$/u.test(digits))

test.each(inEverySystem)('the digits %s have their values', (digits) => {
  expect(cleanText('digits', digits)).toBe('9876543210')
})

test('while it is typed, a text keeps what the next letter may need', () => {
  expect(cleanWhileTyped('line', 'a \u200Bنامه\u200C')).toBe('a نامه\u200C')
  expect(cleanWhileTyped('name', 'a\u202E ')).toBe('a ')
  expect(cleanWhileTyped('digits', '733 22')).toBe('73322')
})

test.each([
  'संपर्क@डाटामेल.भारत',
  'x@डाटामेल.भारत',
  'x@நெட்.இந்தியா',
  'คน1@ตัวอย่าง.ไทย',
  'อีเมล@ตัวอย่าง.ไทย',
  'அஞ்சல்@நெட்.இந்தியா',
  'क्\u200Dष@डाटामेल.भारत',
  'نامه\u200Cای@نامه\u200Cای.example',
  'ທົດສອບ@ລາວ.ລາວ',
  'a..b@docomo.ne.jp',
  'ab.@DOCOMO.ne.jp',
  'a...b.@ezweb.ne.jp',
])('%s is an address (RFC 6531)', (email) => {
  expect(emailError(email)).toBeNull()
})

test.each([
  '\u0941a@example.com',
  'a@\u0941a.example',
  'a@ex\u200Dample.com',
  'a\u200Bb@example.com',
  '"a b"@example.com',
  '.a@docomo.ne.jp',
  'a..b@docomo.example',
  'a@1.2',
  'a@0x7f.0x1',
  'x@नी\u200D.example',
])('%j is none', (email) => {
  expect(emailError(email)).toBe('ERROR_EMAIL_INCORRECT_FORMAT')
})

test.each(['<@', '<', '(', '@', '. ', '"', '\u200D', 'क\u200D'])(
  'cleans 64 kB of %j without going through it twice',
  (part) => {
    const text = part.repeat(65_536 / part.length)
    for (const kind of ['address', 'login', 'search', 'lines', 'code'] as const) {
      expect(cleanText(kind, text).length).toBeLessThanOrEqual(text.length)
    }
  },
)
