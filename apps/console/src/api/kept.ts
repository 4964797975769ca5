import { createStore } from './store.ts'

/*
 * The one module that writes into the stores of the browser. They belong to one person: each key names
 * the person, and nothing stays of a person who is not signed in.
 */

const places = {
  players: () => sessionStorage,
  reasons: () => localStorage,
  keys: () => localStorage,
  tables: () => localStorage,
} as const

type KeptName = keyof typeof places

const prefix = 'gatehouse.'

/** The person whose values this page reads and keeps; null while that is none. */
export const owner = createStore<string | null>(null)

const keyOf = (person: string, name: KeptName) => `${prefix}${person}.${name}`

/** Forgets the values of all but the person who is signed in. A page of another one keeps nothing more. */
export function keepFor(signedIn: string | null, page = signedIn): void {
  const own = signedIn === null ? null : `${prefix}${signedIn}.`
  for (const place of new Set(Object.values(places))) {
    try {
      const store = place()
      const others = Object.keys(store).filter(
        (key) => key.startsWith(prefix) && (own === null || !key.startsWith(own)),
      )
      for (const key of others) store.removeItem(key)
    } catch {
      // The browser keeps nothing.
    }
  }
  owner.write(signedIn === page ? signedIn : null)
}

/** A kept value; null where the person has none, or the browser keeps nothing. */
export function readKept(name: KeptName): unknown {
  const person = owner.read()
  if (person === null) return null
  try {
    return JSON.parse(places[name]().getItem(keyOf(person, name)) ?? 'null')
  } catch {
    return null
  }
}

export function keep(name: KeptName, value: unknown): void {
  const person = owner.read()
  if (person === null) return
  try {
    places[name]().setItem(keyOf(person, name), JSON.stringify(value))
  } catch {
    // Until the page is left, or not at all.
  }
}
