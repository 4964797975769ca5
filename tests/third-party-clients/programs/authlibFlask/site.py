# The Flask client of Authlib's documents: it sends a state and a nonce.
import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, request, session

site = os.environ["SITE"]
app = Flask(__name__)
app.secret_key = os.urandom(32)
# Tokens are too long for Flask's cookie. The site of one player.
kept = {}

# recipe
oauth = OAuth(app)
oauth.register(
    "gatehouse",
    server_metadata_url=f"{os.environ['ISSUER']}/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email"},
)


@app.get("/log-in")
def log_in():
    return oauth.gatehouse.authorize_redirect(f"{site}/callback")


@app.get("/callback")
def callback():
    token = oauth.gatehouse.authorize_access_token()
    session["sub"] = token["userinfo"]["sub"]
    return shown(token)
# end


def shown(token):
    kept["token"] = token
    return {**oauth.gatehouse.userinfo(token=token), "access_token": token["access_token"]}


@app.get("/refresh")
def refresh():
    refresh_token = kept["token"]["refresh_token"]
    return shown(
        oauth.gatehouse.fetch_access_token(
            grant_type="refresh_token", refresh_token=refresh_token
        )
    )


@app.get("/log-out")
def log_out():
    session.clear()
    end = oauth.gatehouse.load_server_metadata()["end_session_endpoint"]
    query = {"id_token_hint": kept["token"]["id_token"], "post_logout_redirect_uri": f"{site}/bye"}
    return redirect(f"{end}?{urlencode(query)}")


app.run("127.0.0.1", int(os.environ["PORT"]))
