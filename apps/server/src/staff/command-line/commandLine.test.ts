import { actsOf, commandNames, everyAct, topics } from '@gatehouse/contract/acts/everyAct'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('the command line', () => {
  it('lists all groups of commands and exits with 0', async () => {
    const { exitCode, output } = await gatehouse(app, '--help')
    expect(exitCode).toBe(0)
    const words = output.replaceAll(/\s+/g, ' ')
    for (const [word, about] of Object.entries(topics)) {
      const isHere = actsOf(word).some((name) => commandNames.includes(name))
      expect(words.includes(`${word} ${about}`)).toBe(isHere)
    }
  })

  it.each(commandNames.map((name) => ({ name, summary: everyAct[name].summary })))(
    'explains $name',
    async ({ name, summary }) => {
      const { exitCode, output } = await gatehouse(app, `${name} --help`)
      expect(exitCode).toBe(0)
      expect(output.replaceAll(/\s+/g, ' ')).toContain(summary)
      // Every operand and every option has a description.
      const bare = output.split('\n').filter((line) => /^ {2}(--)?[a-z-]+( <[^>]+>)?$/.test(line))
      expect(bare).toEqual([])
    },
  )

  it.each([
    ['players dance', /unknown command 'dance'/],
    ['players unban --deployment local --why test', /missing required argument 'player'/],
    ['players ban Ada --why test', /required option '--deployment <name>'/],
    ['players ban Ada --deployment local', /required option '--why <reason>'/],
    ['players ban Ada --deployment local --why test --hard', /unknown option '--hard'/],
    ['access-keys create --deployment local --why test --count none', /→ at count/],
    ['newsletters mailing 1 --deployment local --subject x --why test --text /none', /ENOENT/],
  ])('refuses "%s" with a reason', async (line, message) => {
    const { exitCode, errors } = await gatehouse(app, line)
    expect(exitCode).toBe(2)
    expect(errors).toMatch(message)
  })

  it.each([
    ['', 'is shorter than 3 characters'],
    ['ada@example.com asked', 'names a mail or network address'],
    ['from 203.0.113.9', 'names a mail or network address'],
    ['from 2001:db8:0:1::7', 'names a mail or network address'],
    ['x'.repeat(501), 'is longer than 500 characters'],
  ])('refuses the reason "%s" (AT-CON2-22)', async (why, expected) => {
    const line = `ip-bans add 203.0.113.1 --deployment local --why "${why}"`
    const { exitCode, errors } = await gatehouse(app, line)
    expect(exitCode).toBe(2)
    expect(errors).toContain('→ at why')
    expect(errors).toContain(expected)
  })

  it('gives refusals to programs as JSON', async () => {
    const line = 'players show Nobody --deployment local --json'
    const { exitCode, output, errors } = await gatehouse(app, line)
    expect([exitCode, output]).toEqual([1, ''])
    expect(JSON.parse(errors)).toEqual({ error: 'local has no player Nobody.', data: null })
  })
})
