import { useMe } from '../api/useMe.ts'
import { Name } from './Name.tsx'

/** A reason; the number of a ticket in it leads to the ticket. */
export function Reason({ of: why }: { readonly of: string }) {
  const { ticketUrl } = useMe()
  const ticket = /^(.*?\bticket )(#?\d+)(.*)$/is.exec(why)
  if (ticketUrl === null || ticket === null || !/^https?:\/\//.test(ticketUrl)) {
    return <Name of={why} />
  }
  const [, before = '', number = '', after = ''] = ticket
  const href = ticketUrl.replace('{}', encodeURIComponent(number.replace('#', '')))
  return (
    <>
      <Name of={before} />
      <a href={href} target="_blank" rel="noreferrer">
        {number}
      </a>
      <Name of={after} />
    </>
  )
}
