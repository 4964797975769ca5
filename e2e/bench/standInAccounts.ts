import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { standInAddress } from './addresses.ts'

/** Accounts that nobody else has in this run; every well-formed id is somebody's at the stand-ins. */
export function freshAccounts() {
  const digits = String(randomInt(1e8, 1e9))
  return {
    steam: `76561198${digits}`,
    twitch: digits,
    epic: digits.padStart(32, '0'),
    xbox: `2535400${digits}`,
    /** The subject at a partner. */
    partner: digits,
  }
}

/** Says who this browser is at the stand-ins: one account at each, by its id. Nobody is asked. */
export async function beAtStandIns(context: BrowserContext, ...ids: readonly string[]) {
  await context.addCookies([{ name: 'standin_user', value: ids.join('.'), url: standInAddress }])
}

/** Describes an account of a stand-in, with the switches that are turned for it alone. */
export async function describeAccount(standIn: string, id: string, account: object): Promise<void> {
  const answer = await fetch(`${standInAddress}/__standin/${standIn}/users/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`${standIn} takes no such account: ${await answer.text()}`)
}
