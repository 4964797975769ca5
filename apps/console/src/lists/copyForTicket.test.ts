import { expect, test } from 'vitest'
import { asHtml, asMarkdown } from './copyForTicket.ts'

const source = 'http://console.test/prod/players · copied by Sam'

test('rows become a table of Markdown, in which no sign of a name has an effect', () => {
  const text = asMarkdown({ head: ['Player', 'State'], rows: [['a|b_c*', 'banned']], source })
  expect(text).toBe(
    String.raw`| Player | State |
|---|---|
| a\|b\_c\* | banned |

http://console.test/prod/players · copied by Sam`,
  )
})

test.each(['=1+1', '+1', '-1', '@a', '"=1', '\t=1', '\r=1', '\0=1', "'=1"])(
  'a cell that begins like a formula is a text for a program of tables: %j (AX-CON2-18)',
  (name) => {
    const html = asHtml({ head: ['Player'], rows: [[name]], source })
    expect(html).toMatch(/<td>&#39;/)
    expect(html.match(/<td>/g)).toHaveLength(1)
  },
)

test('a name cannot add an element', () => {
  const html = asHtml({ head: ['Player'], rows: [['<img src=x onerror=alert(1)>']], source })
  expect(html).not.toContain('<img')
})
