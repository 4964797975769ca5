import '@ory/elements-react/theme/styles.css'
import { Login } from '@ory/elements-react/theme'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const { flow } = await (await fetch('/api/ory')).json()
const config = {
  name: 'Bench',
  sdk: { url: location.origin },
  project: {
    name: 'Bench',
    default_locale: 'en',
    default_redirect_url: '/',
    error_ui_url: '/error',
    login_ui_url: '/ory',
    recovery_ui_url: '/recovery',
    registration_ui_url: '/registration',
    settings_ui_url: '/settings',
    verification_ui_url: '/verification',
    recovery_enabled: true,
    registration_enabled: true,
    verification_enabled: true,
    locale_behavior: 'respect_accept_language',
  },
}
createRoot(document.getElementById('root')).render(createElement(Login, { flow, config }))
