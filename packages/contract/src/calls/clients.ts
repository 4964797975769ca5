import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { CallInput } from './row.ts'

/**
 * One call of a client about the player who has signed in there. The caller is the client's access
 * token from the OpenID provider, which needs the scope of the row.
 */
export interface ClientCall {
  readonly method: 'GET' | 'POST'
  /** On the host of the portal, below the issuer. */
  readonly path: string
  readonly scope: string
  /** The documentation's description of the call. */
  readonly summary: string
  readonly input?: CallInput
  readonly answer: z.ZodType
  readonly refusals: readonly ErrorCode[]
}

/** A player as the client knows one: the `sub` that the OpenID provider gives this client. */
const sub = z.string('ERROR_USER_NOT_EXISTS').regex(/^[\w-]{1,64}$/, 'ERROR_USER_NOT_EXISTS')

const done = z.object({})

/** Every call of clients, one row a call. The server mounts these rows, the documentation lists them. */
export const clientCalls = {
  listBlocks: {
    method: 'GET',
    path: '/oidc/blocks',
    scope: 'blocks',
    summary: 'Lists the players whom the signed-in player has blocked, the latest first.',
    answer: z.object({
      blocks: z.array(z.object({ sub: z.string(), preferred_username: z.string() })),
    }),
    refusals: [],
  },
  addBlock: {
    method: 'POST',
    path: '/oidc/blocks/add',
    scope: 'blocks',
    summary: 'Blocks a player for the signed-in player. A repetition changes nothing.',
    input: { body: z.object({ sub }) },
    answer: done,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  },
  removeBlock: {
    method: 'POST',
    path: '/oidc/blocks/remove',
    scope: 'blocks',
    summary: 'Unblocks a player whom the signed-in player has blocked.',
    input: { body: z.object({ sub }) },
    answer: done,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  },
} as const satisfies Readonly<Record<string, ClientCall>>

type ClientCalls = typeof clientCalls
export type ClientCallName = keyof ClientCalls

export const clientCallNames = Object.keys(clientCalls) as ClientCallName[]

/** The body of a call of clients, where it has one. */
export type ClientBodyOf<N extends ClientCallName> = ClientCalls[N] extends {
  readonly input: { readonly body: infer S extends z.ZodType }
}
  ? z.output<S>
  : undefined

export type ClientAnswerOf<N extends ClientCallName> = z.output<ClientCalls[N]['answer']>
