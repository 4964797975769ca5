import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../../test/fixtures/fakePortal.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { TestVisitor } from '../../test/fixtures/testVisitor.ts'
import { createApp } from '../app.ts'
import { openPostgres } from '../database/pool/openDatabase.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { createServerPages } from './serverPages.ts'

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await fakePortal()
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: {
      avalanche: { Languages: 'en,fr,ar', DefaultLanguage: 'ar' },
      prod: { theme: { artDark: 'https://images.test/night.jpg?x', icon: '/own.svg' } },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string>, deployment?: DeploymentName) =>
  app.visitor(deployment).send({ method: 'GET', url, headers })

const visitOf = (name: DeploymentName) => ({
  request: { headers: {} },
  deployment: app.deployment(name),
})

const error = { status: 404, mayRetry: false, supportNote: '' }

describe('a page of the server', () => {
  it('is rendered by the portal, in the theme of its deployment', () => {
    const { html } = app.services.renderPage(visitOf('relic'), 'error', error)
    expect(JSON.parse(html)).toEqual({
      name: 'error',
      props: error,
      theme: { name: 'relic', art: 'relic', sheet: null },
      language: 'en',
    })
    const { html: ofProd } = app.services.renderPage(visitOf('prod'), 'error', error)
    expect(JSON.parse(ofProd)).toHaveProperty('theme.icon', '/own.svg')
    expect(JSON.parse(ofProd)).toHaveProperty('theme.art', null)
  })

  it('is in the language of its visitor, and says what decides it (AT-LNG-02)', () => {
    const visit = { ...visitOf('avalanche'), request: { headers: { 'accept-language': 'fr' } } }
    const french = app.services.renderPage(visit, 'error', error)
    expect(JSON.parse(french.html)).toMatchObject({ language: 'fr' })
    expect(french.headers).toMatchObject({
      'content-language': 'fr',
      vary: 'accept-language, cookie',
    })
    const wished = app.services.renderPage({ ...visit, uiLocales: 'en' }, 'error', error)
    expect(JSON.parse(wished.html)).toMatchObject({ language: 'en' })
    const unasked = app.services.renderPage(visitOf('avalanche'), 'error', error)
    expect(JSON.parse(unasked.html)).toMatchObject({ language: 'ar' })
  })

  it('is English where one language is offered (AT-LNG-15)', () => {
    const request = { headers: { 'accept-language': 'fr', cookie: 'sso_language=fr' } }
    const visit = { ...visitOf('prod'), request, uiLocales: 'fr' }
    const { html, headers } = app.services.renderPage(visit, 'error', error)
    expect(JSON.parse(html)).toMatchObject({ language: 'en' })
    expect(headers).not.toHaveProperty('content-language')
    expect(headers).not.toHaveProperty('vary')
  })

  it('runs and loads only named sources and cannot be framed (K04)', () => {
    const { headers } = app.services.renderPage(visitOf('prod'), 'error', error)
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'self' ${digestOf('h1{}')}`,
      `script-src ${digestOf('scheme()')}`,
      "img-src 'self' data: https://images.test",
      "font-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
  })

  it('is plain where no portal is built, and shows text as text', () => {
    const { html, headers } = createServerPages(null)(visitOf('relic'), 'consent', {
      clientName: '<b>"Guild"',
      host: 'guild.test',
      isAskedAgain: false,
      hasPassword: true,
      username: 'Ada',
      scopes: ['openid'],
      action: '/oidc/interaction/1?a&b',
    })
    expect(html).not.toMatch(/<link|<script|<style|<b>/)
    expect(html).toContain('<form method="post" action="/oidc/interaction/1?a&amp;b">')
    expect(html).toContain('<button name="answer" value="allow">')
    expect(headers['content-security-policy']).toContain("script-src 'none'")
  })
})

describe('an error', () => {
  const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('is a page for a person and a code for a program', async () => {
    const page = await get('/oidc/.well-known/nothing', person, 'relic')
    const unreadable = await get('/%zz', person, 'relic')
    expect([unreadable.statusCode, unreadable.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(unreadable.json()).toMatchObject({
      props: { status: 400, mayRetry: false, supportNote: '' },
      theme: { name: 'relic' },
    })
    expect(unreadable.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await get('/%zz', { accept: 'application/json' })).json()).toHaveProperty(
      'ErrorMessages',
    )
    expect(page.statusCode).toBe(404)
  })

  it('of the account API is never a page', async () => {
    const { statusCode, body } = await get('/api/nothing', person)
    expect([statusCode, body]).toEqual([404, '{}'])
  })

  it('of an unknown host names no deployment', async () => {
    const headers = { ...person, host: 'evil.test' }
    const { statusCode, body } = await app.app.inject({
      method: 'GET',
      url: '//evil.test/x',
      headers,
    })
    expect(statusCode).toBe(421)
    expect(JSON.parse(body)).toMatchObject({ props: { status: 421 }, theme: null, language: 'en' })
    const french = await app.app.inject({
      method: 'GET',
      url: '//evil.test/x',
      headers: { ...headers, 'accept-language': 'fr-CH' },
    })
    expect(JSON.parse(french.body)).toMatchObject({ language: 'fr' })
    expect(french.headers['content-language']).toBe('fr')
  })

  it('of the server offers another try (T05)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const database = openPostgres('postgres://nobody@127.0.0.1:1/none', 1)
    const cutOff = await createApp({ ...app.services, database })
    const visitor = new TestVisitor(cutOff, app.deployment('local'), '203.0.113.7')
    for (const [name, value] of ada.jar) visitor.jar.set(name, value)
    const answer = await visitor.send({ method: 'GET', url: '/oidc/sites', headers: person })
    expect(answer.json()).toMatchObject({ props: { status: 503, mayRetry: true, supportNote: '' } })
    await cutOff.close()
    await database.close()
  })
})
