import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { events } from './events.ts'

const root = join(import.meta.dirname, '../../../../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const names = Object.keys(events)

const areas = new Set(names.map((name) => name.split('.')[0]))

/** Words in backticks with the form of an event's name and an area of events. */
function eventsNamedIn(file: string): string[] {
  const named = [...text(file).matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = '']) => name)
  return named.filter((name) => areas.has(name.split('.')[0]))
}

describe('the list of events', () => {
  it('names every event by its area and what happened', () => {
    expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name))).toEqual([])
  })

  it('holds no event that the server never writes', () => {
    const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|events\.ts$/.test(file),
    )
    const written = sources.map(text).join('\n')
    expect(names.filter((name) => !written.includes(`'${name}'`))).toEqual([])
  })

  it.each(['deploy/prometheus/alerts.yaml', 'deploy/grafana/gatehouse.json'])(
    'holds every event that %s names',
    (file) => {
      const selected = [...text(file).matchAll(/event=\\?"([^"\\]+)\\?"/g)].map(([, name]) => name)
      const patterns = [...text(file).matchAll(/event[=!]~\\?"([^"\\]+)\\?"/g)]
      expect(selected.length + patterns.length).toBeGreaterThan(0)
      expect(selected.filter((name) => !names.includes(name ?? ''))).toEqual([])
      for (const [, pattern = ''] of patterns) {
        expect(names.filter((name) => new RegExp(`^(?:${pattern})$`).test(name))).not.toEqual([])
      }
    },
  )

  it.each([...globSync('docs/operations/*.md', { cwd: root }), 'docs/security.md'])(
    'holds every event that %s names',
    (file) => {
      expect(eventsNamedIn(file).filter((name) => !names.includes(name))).toEqual([])
    },
  )

  it('has a runbook that names events', () => {
    expect(eventsNamedIn('docs/operations/troubleshoot.md').length).toBeGreaterThan(8)
  })
})
