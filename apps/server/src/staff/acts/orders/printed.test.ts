import { describe, expect, it } from 'vitest'
import { printed } from './printed.ts'

describe('the printed data of a command', () => {
  it('are a table for rows, only as wide as needed', () => {
    const rows = [
      { id: 1, name: 'Platform news', isActive: true, since: null },
      { id: 20, name: 'Beta', isActive: false, since: '2026-11-21T00:00:00.000Z' },
    ]
    expect(printed(rows).split('\n')).toEqual([
      'id  name           isActive  since',
      '1   Platform news  yes       –',
      '20  Beta           no        2026-11-21T00:00:00.000Z',
    ])
    expect(printed([])).toBe('None.')
  })

  it('are a line for each field, with nested tables', () => {
    const data = {
      id: 7,
      titles: ['VIP', 'Pilot'],
      badges: [],
      linked: [{ service: 'steam', id: '1' }],
    }
    expect(printed(data).split('\n')).toEqual([
      'id      7',
      'titles  VIP, Pilot',
      'badges  –',
      'linked',
      '  service  id',
      '  steam    1',
    ])
  })

  it('give each sentence of a list a line', () => {
    expect(printed({ id: 7, warnings: ['A is off.', 'B is on.'] }).split('\n')).toEqual([
      'id        7',
      'warnings',
      '  A is off.',
      '  B is on.',
    ])
  })

  it('contain nothing that moves the cursor', () => {
    expect(printed([{ name: 'a\u001b[2J\nb' }])).toBe('name\na [2J b')
    expect(printed([{ shown: { Name: 'a\u009b2Jb' } }])).toBe('shown\n{"Name":"a 2Jb"}')
  })
})
