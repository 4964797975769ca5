/** Where a browser keeps which of the two schemes its player chose; absent: the system's. */
export const schemeKey = 'sso.scheme'

/**
 * Shows a page in the colours that its player chose. The portal keeps the choice in the browser
 * alone, and its script comes too late: a page in the other scheme would flash until it ran.
 */
export const schemeScript = `try{document.documentElement.dataset.scheme=localStorage.getItem('${schemeKey}')??'auto'}catch{}`
