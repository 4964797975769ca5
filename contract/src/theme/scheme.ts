/** Where a browser keeps which of the two schemes its player chose; absent: the system's. */
export const schemeKey = 'sso.scheme'
