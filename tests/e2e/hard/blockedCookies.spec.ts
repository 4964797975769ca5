import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

test('T44 a browser whose user blocks all cookies shows every public page, and the log-in says what it needs', async ({
  page: elsewhere,
  mailbox,
}) => {
  const { username, password } = await newPlayer(elsewhere, 'SANDBOX', mailbox)
  const profile = await mkdtemp(join(tmpdir(), 'gatehouse-profile-'))
  await mkdir(join(profile, 'Default'))
  // As its settings say it: "Block all cookies".
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    // Its shell has no settings.
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox'],
    locale: 'en-GB',
  })
  try {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    for (const path of ['/', '/register', '/password-recovery', '/errors/not-found', '/account']) {
      await page.goto(`${portalOf('SANDBOX')}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    for (const storage of ['localStorage', 'sessionStorage']) {
      await expect(page.evaluate(storage)).rejects.toThrow('SecurityError')
    }
    await page.goto(`${portalOf('SANDBOX')}/login`)
    await control(page, 'Dark')
      .or(page.getByText('Dark', { exact: true }))
      .click()
    await logIn(page, 'SANDBOX', { name: username, password })
    await expect(page.getByRole('alert')).toHaveText(
      'Your browser blocks cookies. Allow them for this site to log in.',
    )
    await expect(field(page, 'Password')).toHaveValue(password)
    expect(await context.cookies()).toEqual([])
    expect(errors).toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
