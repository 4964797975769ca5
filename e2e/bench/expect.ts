import { type Locator, type Page, expect as base } from '@playwright/test'
import type { S0 } from './s0.ts'

export const expect = base.extend({
  /** The browser has come to this path of the portal, whatever its query. */
  async toBeOnPath(page: Page, path: string) {
    const pathOf = () => new URL(page.url()).pathname
    let pass = true
    try {
      await base.poll(pathOf).toBe(path)
    } catch {
      pass = false
    }
    return { pass, message: () => `expected the path ${path}, it is ${pathOf()}` }
  },

  /** An error stands by a field: assistive technology reads it with the field. */
  async toHaveError(field: Locator, words: string) {
    const pattern = new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'i')
    let failure = ''
    try {
      await base(field).toHaveAccessibleDescription(pattern)
    } catch (error) {
      failure = String(error)
    }
    return { pass: failure === '', message: () => failure }
  },

  /** A call has been sent so many times, and is not sent again meanwhile. */
  async toHaveSent(s0: S0, name: string, times: number) {
    const count = () => s0.sent(name).length
    let pass = true
    try {
      await base.poll(count).toBe(times)
    } catch {
      pass = false
    }
    return { pass, message: () => `expected ${times} × ${name}, there were ${count()}` }
  },
})
