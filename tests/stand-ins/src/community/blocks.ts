import { fetchByHost } from '../platform/fetchByHost.ts'
import type { SignOn } from './signOn.ts'
import type { Member } from './visits.ts'
import type { Someone } from './someone.ts'

/** The blocks of a player, which the portal keeps: one list for all sites. */
export interface Blocks {
  /** Lists the players whom a member has blocked. */
  readonly of: (member: Member) => Promise<readonly Someone[]>
  /** Blocks or unblocks a player for a member. Throws when the portal refuses. */
  readonly change: (member: Member, change: 'add' | 'remove', sub: string) => Promise<void>
}

export function createBlocks(signOn: SignOn): Blocks {
  /** Calls the portal with the member's access token; with a new one where that has expired. */
  async function call(member: Member, path: string, body?: object): Promise<unknown> {
    const send = () =>
      fetchByHost(`${member.portal}/oidc/blocks${path}`, {
        headers: {
          authorization: `Bearer ${member.accessToken}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
    let response = await send()
    if (response.status === 401) {
      await signOn.refresh(member)
      response = await send()
    }
    if (!response.ok) throw new Error(`The portal answers ${response.status}.`)
    return response.json()
  }

  return {
    async of(member) {
      const { blocks } = (await call(member, '')) as {
        blocks: readonly { sub: string; preferred_username: string }[]
      }
      return blocks.map(({ sub, preferred_username: name }) => ({ sub, name }))
    },
    async change(member, change, sub) {
      await call(member, `/${change}`, { sub })
    },
  }
}
