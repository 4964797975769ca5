import { createElement as h, useEffect, useState } from 'react'

/** A form with a name and a password that shows when it was sent. */
export function Floor() {
  const [isSent, send] = useState(false)
  useEffect(() => {
    document.getElementById('root').dataset.alive = ''
  }, [])
  const submit = (event) => {
    event.preventDefault()
    send(true)
  }
  return h(
    'form',
    { onSubmit: submit },
    h('h1', null, 'Log in'),
    h('label', null, 'Username or email', h('input', { name: 'UsernameOrEmail' })),
    h('label', null, 'Password', h('input', { name: 'Password', type: 'password' })),
    h('button', { type: 'submit' }, isSent ? 'Sent' : 'Connect'),
  )
}
