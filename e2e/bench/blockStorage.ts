import type { Page } from '@playwright/test'

/**
 * Makes the page's browser one that keeps nothing, as Chromium does when all cookies are blocked:
 * the storages cannot be touched, a cookie that is written is not there, locks are refused.
 */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this alone
    const denied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, { get: denied })
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
    // Firefox has no locks on a host below localhost without TLS.
    if ('LockManager' in globalThis) {
      Object.defineProperty(LockManager.prototype, 'request', { value: async () => denied() })
    }
  })
}
