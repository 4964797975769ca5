# python-social-auth in Django, as its documents configure it: a state and a nonce.
import os
import sys
from urllib.parse import urlencode

import django
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import include, path

site = os.environ["SITE"]
issuer = os.environ["ISSUER"]
client_id = os.environ["CLIENT_ID"]

settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=["127.0.0.1"],
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "social.sqlite3"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    LOGGING={
        "version": 1,
        "disable_existing_loggers": False,
        "handlers": {"console": {"class": "logging.StreamHandler"}},
        "root": {"handlers": ["console"]},
    },
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "social_django",
    ],
    AUTHENTICATION_BACKENDS=["social_core.backends.open_id_connect.OpenIdConnectAuth"],
    LOGIN_REDIRECT_URL="/",
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=issuer,
    SOCIAL_AUTH_OIDC_KEY=client_id,
    SOCIAL_AUTH_OIDC_SECRET=os.environ["CLIENT_SECRET"],
)
django.setup()


def shown(user):
    account = user.social_auth.get()
    return JsonResponse(
        {
            "sub": account.uid,
            "preferred_username": user.username,
            "email": user.email,
            "access_token": account.extra_data["access_token"],
        }
    )


def log_in(request):
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(f'<form method="post" action="/login/oidc/">{token}</form>')


def home(request):
    return shown(request.user)


def refresh(request):
    from social_django.utils import load_strategy

    request.user.social_auth.get().refresh_token(load_strategy())
    return shown(request.user)


def log_out(request):
    query = urlencode({"client_id": client_id, "post_logout_redirect_uri": f"{site}/bye"})
    return redirect(f"{issuer}/session/end?{query}")


urlpatterns = [
    path("", include("social_django.urls", namespace="social")),
    path("", home),
    path("log-in", log_in),
    path("refresh", refresh),
    path("log-out", log_out),
]

call_command("migrate", verbosity=0)
sys.argv = ["site"]
call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", use_reloader=False)
