import { register } from '@teamhanko/hanko-elements'

await register(`${location.origin}/api/hanko`)
document.getElementById('root').append(document.createElement('hanko-auth'))
