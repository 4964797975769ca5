//! The first example of openidconnect's documents: it sends state, nonce and PKCE.
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl,
    LogoutRequest, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PostLogoutRedirectUrl,
    ProviderMetadataWithLogout, RedirectUrl, Scope, TokenResponse, reqwest,
};
use std::env::var;
use std::error::Error;
use std::io::stdin;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (issuer, site) = (var("ISSUER")?, var("SITE")?);
    let (client_id, client_secret) = (var("CLIENT_ID")?, var("CLIENT_SECRET")?);
    // The crate brings its own authorities, so a private one has to be named.
    let authority = reqwest::Certificate::from_pem(&std::fs::read(var("CERTIFICATE")?)?)?;
    let http_client = reqwest::ClientBuilder::new()
        .redirect(reqwest::redirect::Policy::none())
        .add_root_certificate(authority)
        .build()?;

    // recipe
    let provider =
        CoreProviderMetadata::discover_async(IssuerUrl::new(issuer.clone())?, &http_client).await?;
    let client = CoreClient::from_provider_metadata(
        provider,
        ClientId::new(client_id),
        Some(ClientSecret::new(client_secret)),
    )
    .set_redirect_uri(RedirectUrl::new(format!("{site}/callback"))?);
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (page, state, nonce) = client
        .authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            CsrfToken::new_random,
            Nonce::new_random,
        )
        .add_scope(Scope::new("profile".to_string()))
        .add_scope(Scope::new("email".to_string()))
        .set_pkce_challenge(challenge)
        .url();
    // end
    println!("open {page}");

    let mut line = String::new();
    stdin().read_line(&mut line)?;
    let back = openidconnect::url::Url::parse(line.trim())?;
    let given = |name: &str| {
        let found = back.query_pairs().find(|(each, _)| each == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    if given("state") != *state.secret() {
        return Err(format!("another state: {back}").into());
    }

    let tokens = client
        .exchange_code(AuthorizationCode::new(given("code")))?
        .set_pkce_verifier(verifier)
        .request_async(&http_client)
        .await?;
    let id_token = tokens.id_token().ok_or("no ID token")?;
    let id_token_verifier = client.id_token_verifier();
    let claims = id_token.claims(&id_token_verifier, &nonce)?;
    if let Some(expected) = claims.access_token_hash() {
        let (algorithm, key) =
            (id_token.signing_alg()?, id_token.signing_key(&id_token_verifier)?);
        if AccessTokenHash::from_token(tokens.access_token(), algorithm, key)? != *expected {
            return Err("another access token".into());
        }
    }
    let subject = Some(claims.subject().clone());
    let player: CoreUserInfoClaims = client
        .user_info(tokens.access_token().clone(), subject.clone())?
        .request_async(&http_client)
        .await?;
    println!("signed in {}", serde_json::to_string(&player)?);

    let refresh_token = tokens.refresh_token().ok_or("no refresh token")?;
    let next = client
        .exchange_refresh_token(refresh_token)?
        .request_async(&http_client)
        .await?;
    let player: CoreUserInfoClaims = client
        .user_info(next.access_token().clone(), subject)?
        .request_async(&http_client)
        .await?;
    println!("refreshed {}", serde_json::to_string(&player)?);

    let with_logout =
        ProviderMetadataWithLogout::discover_async(IssuerUrl::new(issuer)?, &http_client).await?;
    let end = with_logout.additional_metadata().end_session_endpoint.clone();
    let address = LogoutRequest::from(end.ok_or("no end of sessions")?)
        .set_id_token_hint(id_token)
        .set_post_logout_redirect_uri(PostLogoutRedirectUrl::new(format!("{site}/bye"))?)
        .http_get_url();
    println!("signed out {address}");
    Ok(())
}
