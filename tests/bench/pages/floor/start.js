import { createElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Floor } from './Floor.js'

const root = document.getElementById('root')
if (root.childElementCount > 0) hydrateRoot(root, createElement(Floor))
else createRoot(root).render(createElement(Floor))
