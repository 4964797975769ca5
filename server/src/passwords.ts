import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { Settings } from './settings.ts'

/** More work is waiting than can be done in time. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

export interface Passwords {
  /** The hash to keep of a password. Throws Overloaded when too many wait. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether a password belongs to a hash. Without a hash it takes as long and answers false, so that
   * time does not tell who exists. Throws Overloaded when too many wait.
   */
  readonly verify: (hash: string | null, password: string) => Promise<boolean>
  /** Whether a hash was made with other parameters than today's. */
  readonly isOutdated: (hash: string) => boolean
  readonly waiting: () => number
  /**
   * Throws Overloaded when a hash would be refused now. A call that everybody may send asks before it
   * asks the database, which others need meanwhile.
   */
  readonly refuseWhenFull: () => void
}

type Costs = Pick<
  Settings,
  'ARGON2_MEMORY_KIB' | 'ARGON2_PASSES' | 'HASHES_AT_ONCE' | 'HASHES_WAITING'
>

/** argon2id behind a queue: more hashes at once than cores make all of them slower. */
export function createPasswords(settings: Costs): Passwords {
  const options = {
    memoryCost: settings.ARGON2_MEMORY_KIB,
    timeCost: settings.ARGON2_PASSES,
    parallelism: 1,
  }
  const waiting: (() => void)[] = []
  let running = 0

  const isFull = () =>
    running >= settings.HASHES_AT_ONCE && waiting.length >= settings.HASHES_WAITING

  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isFull()) throw new Overloaded()
    if (running >= settings.HASHES_AT_ONCE) {
      // Whoever finishes hands its place over, so that `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  let nobodys: Promise<string> | null = null
  const nobodysHash = () => (nobodys ??= hash('nobody has this password', options))

  return {
    hash: (password) => queued(() => hash(password, options)),
    verify: (known, password) =>
      queued(async () => {
        const isRight = await verify(known ?? (await nobodysHash()), password)
        return known !== null && isRight
      }),
    isOutdated(known) {
      const { memoryCost, timeCost, parallelism } = parseOptions(known)
      return (
        memoryCost !== options.memoryCost ||
        timeCost !== options.timeCost ||
        parallelism !== options.parallelism
      )
    },
    waiting: () => waiting.length,
    refuseWhenFull() {
      if (isFull()) throw new Overloaded()
    },
  }
}
