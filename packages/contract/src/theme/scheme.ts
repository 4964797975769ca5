/** The storage key of the player's colour scheme; absent: the system's. */
export const schemeKey = 'sso.scheme'

/**
 * Shows a page in the player's colour scheme. The portal keeps the choice in the browser alone. Its
 * script runs too late: a page in the other scheme would flash before.
 */
export const schemeScript = `try{document.documentElement.dataset.scheme=localStorage.getItem('${schemeKey}')??'auto'}catch{}`
