import { normalPassword } from '@gatehouse/contract/fields'
import { hash, hashRaw } from '@node-rs/argon2'
import { after, type Clock } from '../../platform/clock.ts'
import { createMatcher, type PasswordMatch } from './matchPassword.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { inSpan } from '../../platform/observability/tracing.ts'
import { OverloadedError } from '../../platform/apiError.ts'

/**
 * Seconds in the queue after which a visitor gets 503 with a time to come back. An answer takes
 * two.
 */
const waitFactor = 1.25

/**
 * Fixed: an operator's other settings would make every derived value another one. Less than for a
 * password, because a value is derived from a random one.
 */
const derivation = { memoryCost: 4096, timeCost: 2, parallelism: 1, outputLen: 32 }

type Costs = Pick<
  Settings,
  'ARGON2_MEMORY_KIB' | 'ARGON2_PASSES' | 'HASHES_AT_ONCE' | 'HASHES_WAITING'
>

interface Waiting {
  readonly until: Date
  readonly begin: () => void
  readonly giveUp: (reason: OverloadedError) => void
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * argon2id behind a queue: more hashes at once than cores make all of them slower. Each hash throws
 * an OverloadedError when too many wait, or it waits too long.
 */
export function createPasswordHasher(settings: Costs, clock: Clock) {
  const options = {
    memoryCost: settings.ARGON2_MEMORY_KIB,
    timeCost: settings.ARGON2_PASSES,
    parallelism: 1,
  }
  const waiting: Waiting[] = []
  let running = 0
  let inside = 0

  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    inSpan('password', {}, () => inTurn(() => inSpan('password hash', {}, work)))

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= settings.HASHES_AT_ONCE) {
      if (waiting.length >= settings.HASHES_WAITING) throw new OverloadedError()
      // A finished hash passes its place on, so `running` stays as it is.
      await new Promise<void>((begin, giveUp) => {
        waiting.push({ until: after(clock.now(), waitFactor), begin, giveUp })
      })
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = nextInTime()
      if (next) next.begin()
      else running -= 1
    }
  }

  /** The first waiting hash within its time; earlier ones are rejected. */
  const nextInTime = () => {
    const now = clock.now()
    let next = waiting.shift()
    for (; next && next.until < now; next = waiting.shift()) next.giveUp(new OverloadedError())
    return next
  }

  const isFull = () => inside >= settings.HASHES_AT_ONCE + settings.HASHES_WAITING
  const matcher = createMatcher(options)

  return {
    /** Hashes the NFKC of a password for storage. */
    hash: (password: string): Promise<string> =>
      queued(() => hash(normalPassword(password), options)),

    /**
     * Compares a password with a hash. Without a hash it takes as long and finds none, so that time
     * does not reveal accounts. A hash is outdated that another system made, with other parameters
     * than today's, or of the text as it was typed instead of its NFKC.
     */
    match: (known: string | null, password: string): Promise<PasswordMatch> =>
      queued(() => matcher(known, password)),

    /** Derives 32 bytes from a text and a salt, the same for ever: a database can look for them. */
    derive: (text: string, salt: Uint8Array): Promise<Buffer> =>
      queued(() => hashRaw(text, { ...derivation, salt })),

    /** Returns whether `admit` would refuse the next call. */
    isFull,
    running: () => running,
    waiting: () => waiting.length,

    /**
     * Runs a call that any visitor may send and that needs a hash. Throws OverloadedError when as
     * many calls run as the queue has room for, before any query, so that other calls keep the
     * database.
     */
    async admit<T>(work: () => Promise<T>): Promise<T> {
      if (isFull()) throw new OverloadedError()
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
      }
    },
  }
}
