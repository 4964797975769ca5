import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MailSink, openMailSink } from '../../../test/fixtures/processes/mailSink.ts'
import { registerForm, samplePassword } from '../../../test/fixtures/samples/samplePlayers.ts'
import { ServerEnvironment } from '../../../test/fixtures/processes/serverEnvironment.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

/** A collector of traces, as operators run one: OTLP as JSON over HTTP. */
let collector: Server
let received: string[]
let mails: MailSink
let bench: ServerEnvironment

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
}

beforeEach(async () => {
  received = []
  collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0)
  await once(collector, 'listening')
  mails = await openMailSink()
  bench = await ServerEnvironment.open()
})

afterEach(async () => {
  await bench.close()
  await mails.close()
  collector.close()
})

function spansReceived(): Span[] {
  return received.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })
}

it('the server sends traces of a request under the id of its error page, without secrets', async () => {
  const server = await bench.start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://localhost:${(collector.address() as AddressInfo).port}/v1/traces`,
    OTEL_TRACES_SAMPLER_ARG: '1',
    SMTP_URL: mails.url,
  })
  expect(await server.ready).toBe(null)
  const form = registerForm({ Username: 'Grace' })
  const mailed = mails.next()
  expect(await server.post('/api/register/new-user', form)).toBe(201)
  await mailed
  const visitor = await bench.visitor(server)
  await visitor.refused('logIn', {
    body: logInForm({ UsernameOrEmail: 'Grace', Password: 'Wrong4Gatehouse' }),
  })
  for (const url of ['/healthz', '/readyz']) {
    expect((await visitor.send({ method: 'GET', url })).statusCode).toBe(200)
  }
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')

  const spans = spansReceived()
  expect(spans.filter(({ name }) => name.includes('GET /'))).toEqual([])
  const request = spans.find(({ name }) => name === 'logIn')
  const inside = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(inside.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['login-candidate-by-username', 'password', 'password hash']),
  )
  const attributes = Object.fromEntries(
    (request?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  )
  expect(attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/log/log-in',
    'http.response.status_code': 400,
    'gatehouse.deployment': 'local',
    'gatehouse.request_id': expect.stringMatching(/^[0-9a-f]{10}$/) as string,
  })
  const registration = spans.find(({ name }) => name === 'registerNewUser')
  const written = spans.filter(({ traceId }) => traceId === registration?.traceId)
  expect(written.map(({ name }) => name)).toContain('statement')
  expect(spans.filter(({ name }) => name.startsWith('job '))).not.toEqual([])
  const all = received.join('')
  for (const secret of [samplePassword, form.Email, 'Grace', 'sample-local-key']) {
    expect(all).not.toContain(secret)
  }
  // The line of the refusal leads to the trace.
  expect(server.output()).toContain(`"traceId":"${request?.traceId}"`)
})

it('the server runs undisturbed while the collector is away', async () => {
  const server = await bench.start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:9/v1/traces',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  expect(await server.ready).toBe(null)
  const form = registerForm({ Username: 'Grace' })
  expect(await server.post('/api/register/new-user', form)).toBe(201)
  server.child.kill('SIGTERM')
  const [code] = (await once(server.child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
