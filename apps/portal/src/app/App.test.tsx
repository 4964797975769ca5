import { setupI18n } from '@lingui/core'
import { readConfiguration } from '@gatehouse/contract/configuration'
import { environmentNames } from '@gatehouse/contract/environments'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { messages } from '../i18n/po/visitor/en.po'
import { createMemoryHistory } from '../router/createMemoryHistory.ts'
import { App } from './App.tsx'
import { createPortal } from './createPortal.ts'

/** The page of a path as a visitor without a session would get it, made without a browser. */
async function render(path: string, Environment = 'PROD') {
  const configuration = readConfiguration({
    Environment,
    IsProd: true,
    AccountApiUrl: 'http://api.test',
    FrontUrl: 'https://www.site.test',
    PartnerName: 'Partner',
    RegisterStudioName: 'Studio',
  })
  const { portal, router } = createPortal(configuration, createMemoryHistory(path))
  await router.load()
  const i18n = setupI18n({ locale: 'en', messages: { en: messages } })
  return renderToString(<App i18n={i18n} portal={portal} router={router} />)
}

describe('public screens render without a browser', () => {
  test.each([
    ['/', 'Log in'],
    ['/login', 'Username or email'],
    ['/register', 'Confirm email'],
    ['/register/confirm', 'Check your mailbox for your confirmation link'],
    ['/confirm-email/send', 'Send'],
    ['/errors', 'Ooops, something went wrong.'],
    ['/errors/bad-request?message=ERROR_USER_BANNED', 'Your account has been banned.'],
    ['/errors/internal', 'Ooops, something went wrong.'],
    ['/errors/not-found', 'Ooops, something went wrong.'],
  ])('%s', async (path, words) => {
    expect(await render(path)).toContain(words)
  })

  test.each(environmentNames)('Home in %s', async (environment) => {
    expect(await render('/', environment)).toContain('Browse website')
  })
})

test('a text in a link appears on the page as text, under its own heading (R-2.23-4, R-2.23-5)', async () => {
  const page = await render('/errors/bad-request?message=Call%20%3Cb%3Eus%3C%2Fb%3E%20now')
  expect(page).toMatch(/>Message<\/h2><p dir="auto">Call &lt;b&gt;us&lt;\/b&gt; now<\/p>/)
})
