import { useMe } from '../api/useMe.ts'
import { Name } from './Name.tsx'

/** A reason; the number of a ticket in it leads to the ticket. */
export function Reason({ of: why }: { readonly of: string }) {
  const { ticketUrl } = useMe()
  const ticket = /\bticket #?(\d+)/i.exec(why)
  if (ticketUrl === null || ticket === null || !/^https?:\/\//.test(ticketUrl)) {
    return <Name of={why} />
  }
  const [words, number = ''] = ticket
  const href = ticketUrl.replace('{}', encodeURIComponent(number))
  return (
    <>
      <Name of={why.slice(0, ticket.index)} />
      <a href={href} target="_blank" rel="noreferrer">
        {words}
      </a>
      <Name of={why.slice(ticket.index + words.length)} />
    </>
  )
}
