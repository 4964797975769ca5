/* The words that names, addresses and acts of the crowd are made of. */

export const firstWords = wordsOf(`
  Amber Brave Calm Clever Copper Crimson Dusty Early Fancy Gentle Golden Happy Hidden Icy
  Ivory Jolly Keen Late Lucky Mellow Misty Noble Odd Pale Quick Quiet Rapid Rusty Silent
  Silver Sleepy Sunny Swift Tiny Velvet Wandering Wild Windy Wise Young`)

export const lastWords = wordsOf(`
  Badger Bear Beetle Bison Crane Crow Deer Falcon Finch Fox Gecko Hare Hawk Heron Ibis
  Jackal Kestrel Lark Lynx Marten Mole Moose Moth Newt Otter Owl Panda Pike Puma Raven Robin
  Seal Shrew Sparrow Stork Swan Tiger Toad Wolf Wren`)

export const firstNames = wordsOf(`
  ada amir anna ben carla chen dana elif emil fatima finn greta hugo ines ivan jonas kaya
  lena luis maya mika nora omar paula ravi rosa sami sofia tomas yuki zoe`)

export const surnames = wordsOf(`
  adler bauer bell costa demir evans ferri garcia haas ito jensen kaur keller lang lopez
  meyer moreau novak okafor park quinn rossi santos silva tanaka varga weber yilmaz young
  zhang`)

/** No mail reaches them. */
export const hosts = ['mail.example', 'post.example', 'inbox.example', 'letters.example'] as const

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

export const computers = [
  `${windows} ${webkit} Chrome/143.0.0.0 Safari/537.36`,
  `${windows} ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  `${mac} ${safari} Version/26.1 Safari/605.1.15`,
] as const

export const phones = [
  `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/143.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${safari} Version/26.1 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
] as const

export const banReasons = [
  'Selling keys',
  'Insults in the chat',
  'Use of a cheat',
  'Several accounts in one tournament',
] as const

export const farewells = [
  'I play with friends on another platform now.',
  'Too many mails.',
  'I have no time to play any more.',
  null,
] as const

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
