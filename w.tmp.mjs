import { chromium } from '@playwright/test'
import { mkdirSync } from 'node:fs'
const out = '/tmp/shots-wayin'
mkdirSync(out, { recursive: true })
const P = 'http://showcase.localhost:4110',
  M = 'http://localhost:4111/mailbox'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const looks = [
  ['desktop', { viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'en-GB' }],
  [
    'phone-dark',
    {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'en-GB',
      hasTouch: true,
      isMobile: true,
    },
  ],
  ['ar', { viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'ar' }],
]
for (const [name, o] of looks) {
  const c = await b.newContext({ ...o, reducedMotion: 'reduce' })
  const p = await c.newPage()
  p.on('console', (m) => {
    if (m.type() === 'error') console.log(name, m.text())
  })
  const shot = (n) => p.screenshot({ path: `${out}/${n}-${name}.png` })
  const user = 'Mira' + Date.now().toString(36) + name.replace(/\W/g, '')
  try {
    await p.goto(P + '/register')
    await p.waitForSelector('#root[data-alive]')
    await p.locator('[name=Username]').fill('player')
    await p.locator('[name=Password]').focus()
    await p.waitForTimeout(2500)
    await shot('1-taken')
    await p.locator('[name=Username]').fill(user)
    await p.locator('[name=Password]').fill('Castle4Kites')
    await p.locator('[name=ConfirmPassword]').fill('Castle4Kites')
    await p.locator('[name=Email]').fill(user + '@example.com')
    await p.locator('[name=ConfirmEmail]').fill(user + '@example.com')
    await p.locator('[name=ApprovePrivacyPolicy]').check()
    await p.locator('[name=ApproveEULA]').check()
    await p.locator('form button[type=submit]').click()
    await p.waitForTimeout(1200)
    await shot('2-kept')
    await p.waitForURL('**/register/confirm', { timeout: 60000 })
    await shot('3-mailbox')
    let mail
    for (let i = 0; i < 60 && !mail; i++) {
      const r = await (
        await fetch(
          `http://localhost:4111/mailbox/messages?to=${encodeURIComponent(user + '@example.com')}`,
        )
      ).json()
      mail = r[0]
      await p.waitForTimeout(500)
    }
    const link = /(http\S+confirm-email\?uid=[\w-]+)/.exec(mail.text)[1]
    // a wrong / right password
    const q = await (await b.newContext({ ...o, reducedMotion: 'reduce' })).newPage()
    await q.goto(P + '/login')
    await q.waitForSelector('#root[data-alive]')
    await q.locator('[name=UsernameOrEmail]').fill(user + '@example.com')
    await q.locator('form button[type=submit]').click()
    await q.locator('[name=Password]').fill('Castle4Kites')
    await q.locator('form button[type=submit]').first().click()
    await q.waitForSelector('[role=alert] p', { timeout: 30000 })
    await q.waitForTimeout(800)
    await q.screenshot({ path: `${out}/4-refused-${name}.png` })
    for (let i = 0; i < 60; i++) {
      const r = await (
        await fetch(
          `http://localhost:4111/mailbox/messages?to=${encodeURIComponent(user + '@example.com')}`,
        )
      ).json()
      if (r.length > 1) {
        mail = r[0]
        break
      }
      await p.waitForTimeout(500)
    }
    const link2 = /(http\S+confirm-email\?uid=[\w-]+)/.exec(mail.text)[1]
    console.log(name, 'second mail', link !== link2)
    const t = await c.newPage()
    await t.goto(link2)
    await t.getByRole('main').getByRole('button').click()
    await t.waitForURL('**/account/welcome')
    await t.waitForTimeout(1500)
    await t.screenshot({ path: `${out}/5-welcome-${name}.png` })
    await p.bringToFront()
    await p.waitForTimeout(800)
    await shot('6-waiting')
    await t.goto(P + '/account')
    await t.waitForTimeout(2000)
    await t.screenshot({ path: `${out}/7-overview-${name}.png`, fullPage: true })
    await q.goto(link2)
    await q.getByRole('main').getByRole('button').click()
    await q.waitForURL('**/login')
    await q.waitForTimeout(800)
    await q.screenshot({ path: `${out}/8-already-${name}.png` })
  } catch (e) {
    console.log(name, 'ERR', e.message.slice(0, 400))
    await shot('err')
  }
  await c.close()
}
await b.close()
