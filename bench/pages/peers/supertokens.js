import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import SuperTokens, { SuperTokensWrapper } from 'supertokens-auth-react'
import EmailPassword from 'supertokens-auth-react/recipe/emailpassword'
import { EmailPasswordPreBuiltUI } from 'supertokens-auth-react/recipe/emailpassword/prebuiltui'
import Session from 'supertokens-auth-react/recipe/session'
import { getRoutingComponent } from 'supertokens-auth-react/ui'

const { origin } = location
SuperTokens.init({
  appInfo: {
    appName: 'Bench',
    apiDomain: origin,
    websiteDomain: origin,
    apiBasePath: '/api/supertokens',
    websiteBasePath: '/supertokens',
  },
  recipeList: [EmailPassword.init(), Session.init()],
})

const Page = () => getRoutingComponent([EmailPasswordPreBuiltUI])
createRoot(document.getElementById('root')).render(
  createElement(SuperTokensWrapper, null, createElement(Page)),
)
