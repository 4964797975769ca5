import json
import os
from urllib.parse import urlencode

# recipe
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
from authlib.oidc.core import CodeIDToken


def discover(issuer):
    return requests.get(f"{issuer}/.well-known/openid-configuration").json()


def begin(server, client, nonce):
    return client.create_authorization_url(server["authorization_endpoint"], nonce=nonce)


def complete(server, client, nonce, state, address):
    token = client.fetch_token(
        server["token_endpoint"], authorization_response=address, state=state
    )
    keys = requests.get(server["jwks_uri"]).json()
    options = {"iss": {"value": server["issuer"]}, "aud": {"value": client.client_id}}
    params = {"nonce": nonce, "client_id": client.client_id}
    claims = jwt.decode(token["id_token"], keys, CodeIDToken, options, params)
    claims.validate()
    return token, claims
# end


site = os.environ["SITE"]
server = discover(os.environ["ISSUER"])
client = OAuth2Session(
    os.environ["CLIENT_ID"],
    os.environ["CLIENT_SECRET"],
    scope="openid profile email",
    redirect_uri=f"{site}/callback",
)
nonce = generate_token()
address, state = begin(server, client, nonce)
print("open", address, flush=True)
token, claims = complete(server, client, nonce, state, input())
player = client.get(server["userinfo_endpoint"]).json()
assert player["sub"] == claims["sub"]
print("signed in", json.dumps(player), flush=True)
client.refresh_token(server["token_endpoint"], refresh_token=token["refresh_token"])
print("refreshed", client.get(server["userinfo_endpoint"]).text, flush=True)
query = {"id_token_hint": token["id_token"], "post_logout_redirect_uri": f"{site}/bye"}
print("signed out", f"{server['end_session_endpoint']}?{urlencode(query)}", flush=True)
